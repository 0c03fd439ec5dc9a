import Foundation

#if canImport(Darwin)
  /// Converts text with Core Foundation.
  struct SystemConverter: ~Copyable {
    let encoding: MultibyteEncoding
    private let foundationEncoding: String.Encoding

    init(_ encoding: MultibyteEncoding) throws(TextFlaw) {
      self.encoding = encoding
      let known: CFStringEncodings =
        switch encoding {
        case .gb18030: .GB_18030_2000
        case .big5: .big5_HKSCS_1999
        case .eucKR: .dosKorean
        case .shiftJIS, .iso2022JP: .dosJapanese
        case .eucJP, .jisX0212: .EUC_JP
        }
      let number = CFStringConvertEncodingToNSStringEncoding(CFStringEncoding(known.rawValue))
      foundationEncoding = String.Encoding(rawValue: number)
    }

    /// Converts bytes to UTF-8; `nil` if it can't convert all of them.
    borrowing func convert(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> Int? {
      guard let converted = String(bytes: bytes, encoding: foundationEncoding) else { return nil }
      text += converted.utf8
      return bytes.count
    }
  }
#else
  /// Converts text with the C library's `iconv`. Create one for each call, because it has state.
  ///
  /// It is only opened with the names below, and never with a name from a server.
  struct SystemConverter: ~Copyable {
    let encoding: MultibyteEncoding
    private let handle: iconv_t

    init(_ encoding: MultibyteEncoding) throws(TextFlaw) {
      guard let handle = Self.open(encoding.systemNames) else { throw .noConverter(encoding) }
      self.encoding = encoding
      self.handle = handle
    }

    deinit { iconv_close(handle) }

    private static func open(_ names: [String]) -> iconv_t? {
      for name in names {
        let handle = iconv_open("UTF-8", name)
        if handle != iconv_t(bitPattern: -1) { return handle }
      }
      return nil
    }

    /// Converts bytes to UTF-8.
    ///
    /// - Returns: The number of bytes before the first one that it rejects.
    borrowing func convert(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> Int? {
      bytes.withUnsafeBytes { source in
        let start = source.bindMemory(to: CChar.self).baseAddress
        var input = UnsafeMutablePointer(mutating: start)
        var rest = source.count
        while rest > 0, step(&input, &rest, into: &text) {}
        // NB: some converters hold back a character, in case a combining accent follows.
        _ = step(nil, nil, into: &text)
        return source.count - rest
      }
    }

    /// - Returns: Whether there may be more input.
    private borrowing func step(
      _ input: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
      _ rest: UnsafeMutablePointer<Int>?,
      into text: inout [UInt8]
    ) -> Bool {
      let handle = handle
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
        var output = buffer.baseAddress
        var room = buffer.count
        let isRefused = iconv(handle, input, rest, &output, &room) == -1
        let isFull = isRefused && errno == E2BIG
        text += UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(buffer.count - room)])
        return isFull && room < buffer.count
      }
    }
  }

  extension MultibyteEncoding {
    /// The names of the encoding in C libraries, preferred names first: those of its largest variant.
    fileprivate var systemNames: [String] {
      switch self {
      case .gb18030: ["GB18030"]
      case .big5: ["BIG5-HKSCS", "BIG5"]
      case .eucKR: ["UHC", "CP949", "EUC-KR"]
      case .shiftJIS, .iso2022JP: ["CP932", "SHIFT_JIS"]
      case .eucJP, .jisX0212: ["EUC-JP"]
      }
    }
  }
#endif
