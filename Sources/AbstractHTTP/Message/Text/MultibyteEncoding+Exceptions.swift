/// Differences between the systems' converters and the WHATWG Encoding Standard.
extension MultibyteEncoding {
  /// Returns the character of bytes that a converter rejects, and the number of bytes.
  func exception(_ bytes: ArraySlice<UInt8>) -> (character: Unicode.Scalar, count: Int)? {
    guard let first = bytes.first else { return nil }
    switch self {
    case .gb18030 where first == 0x80: return ("\u{20AC}", 1)
    case .shiftJIS where first == 0x80: return ("\u{80}", 1)
    case .big5 where bytes.count > 1:
      let pair = UInt16(first) << 8 | UInt16(bytes[bytes.startIndex + 1])
      return Self.hongKong[pair].map { ($0, 2) }
    default: return nil
    }
  }

  /// Characters that a converter confuses with others.
  var confused: [Unicode.Scalar: Unicode.Scalar] {
    switch self {
    case .gb18030: Self.confusedByGB18030
    case .big5: Self.confusedByBig5
    default: [:]
    }
  }

  private static let confusedByGB18030: [Unicode.Scalar: Unicode.Scalar] = ["\u{E5E5}": "\u{3000}"]

  private static let confusedByBig5: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{2022}": "\u{2027}", "\u{FF64}": "\u{FE51}", "\u{203E}": "\u{AF}", "\u{223C}": "\u{FF5E}",
    "\u{2641}": "\u{2295}", "\u{2609}": "\u{2299}", "\u{FF0F}": "\u{2215}", "\u{FF3C}": "\u{FE68}",
    "\u{A5}": "\u{FFE5}", "\u{A2}": "\u{FFE0}", "\u{A3}": "\u{FFE1}",
  ]

  private static let hongKong: [UInt16: Unicode.Scalar] = {
    var characters: [UInt16: Unicode.Scalar] = [:]
    for word in hongKongTable.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let numbers = word.split(separator: ":").compactMap { UInt32($0, radix: 16) }
      guard numbers.count == 2, let pair = UInt16(exactly: numbers[0]) else { continue }
      characters[pair] = Unicode.Scalar(numbers[1])
    }
    return characters
  }()

  /// The compatibility points of HKSCS, which its later editions left out: the bytes, and the character.
  private static let hongKongTable = """
    8E69:7BB8 8E6F:7C06 8E7E:7CCE 8EAB:7DD2 8EB4:7E1D 8ECD:8005 8ED0:8028 8F57:83C1 8F69:84A8 8F6E:840F 8FCB:89A6
    8FCC:89A9 8FFE:8D77 906D:90FD 907A:92B9 90DC:975C 90F1:97FF 91BF:9F16 9244:8503 92AF:5159 92B0:515B 92B1:515D
    92B2:515E 92C8:936E 92D1:7479 9447:6D67 94CA:799B 95D9:9097 9644:975D 96ED:701E 96FC:5B28 9B76:7201 9B78:77D7
    9B7B:7E87 9BC6:99D6 9BDE:91D4 9BEC:60DE 9BF6:6FB6 9C42:8F36 9C53:4FBB 9C62:71DF 9C68:9104 9C6B:9DF0 9C77:83CF
    9CBC:5C10 9CBD:79E3 9CD0:5A67 9D57:8F0B 9D5A:7B51 9DC4:62D0 9EA9:6062 9EEF:75F9 9EFD:6C4A 9F60:9B2E 9F66:9F17
    9FCB:50ED 9FD8:5F0C A063:880F A077:62CE A0D5:7468 A0DF:7162 A0E4:7250 A15A:2574 A1C3:FFE3 A1C5:2CD A1FE:FF0F
    A240:FF3C A2CC:5341 A2CE:5345 A3C0:2400 A3C1:2401 A3C2:2402 A3C3:2403 A3C4:2404 A3C5:2405 A3C6:2406 A3C7:2407
    A3C8:2408 A3C9:2409 A3CA:240A A3CB:240B A3CC:240C A3CD:240D A3CE:240E A3CF:240F A3D0:2410 A3D1:2411 A3D2:2412
    A3D3:2413 A3D4:2414 A3D5:2415 A3D6:2416 A3D7:2417 A3D8:2418 A3D9:2419 A3DA:241A A3DB:241B A3DC:241C A3DD:241D
    A3DE:241E A3DF:241F A3E0:2421 A3E1:20AC C6CF:5EF4 C6D3:65E0 C6D5:7676 C6D7:96B6 C6DE:3003 C6DF:4EDD FA5F:5029
    FA66:507D FABD:5305 FAC5:5344 FAD5:537F FB48:5605 FBB8:5A77 FBF3:5E75 FBF9:5ED0 FC4F:5F58 FC6C:60A4 FCB9:6490
    FCE2:6674 FCF1:675E FDB7:6C9C FDB8:6E1D FDBB:6E2F FDF1:716E FE52:732A FE6F:745C FEAA:74E9 FEDD:7809
    """
}
