@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// JSON texts (RFC 8259): what is read is written, and read again as the same.
  static let json = FuzzTarget(
    "json",
    seeds: [
      #"{"a": [1, -2.5e3, true, false, null, "\u00e9\ud83d\ude00\n"], "b": {"a": {}}, "a": []}"#, "[[[[[[]]]]]]", "-0",
      "[1e999, 123456789012345678901234567890, 18446744073709551615, -9223372036854775808, 0.1]", "\"\\ud800\"", "01",
      #"[{"a":1,"b":2},{"a":3,"b":4},{"b":5},{"a":6,"c":7}]"#, "\u{FEFF}{}", " \t\r\n1 ", "[1,]", "{\"a\"}", "nul",
      "\"2024-02-29T23:59:60.123Z\"",
    ],
    bytes: [
      [0, 0x31], [0xFF, 0xFE, 0x31, 0], [0, 0, 0, 0x31], [0x22, 0xC3, 0x28, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ]
  ) { input throws(Broken) in
    let data = Data(input)
    let json = try? JSON(data: data)
    try compare(json, withFoundation: input)
    guard let json else { return }
    read(json)
    for options: JSON.WritingOptions in [.fragmentsAllowed, [.fragmentsAllowed, .prettyPrinted, .sortedKeys]] {
      guard let written = try? json.rawData(options: options) else { throw Broken(description: "cannot be written") }
      guard let again = try? JSON(data: written) else { throw Broken(description: "what was written is no JSON") }
      try expect(again == json && again.hashValue == json.hashValue, "read again as something else: \(again)")
    }
  }

  /// Foundation takes the same texts, apart from those that RFC 8259 leaves open. It also takes a comma before the end.
  private static func compare(_ json: JSON?, withFoundation input: [UInt8]) throws(Broken) {
    guard isComparable(input) else { return }
    let other = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
    try expect(json == nil || other != nil, "Foundation refuses the text")
    let text = input.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.text
    let isStrict = !text.contains(",]") && !text.contains(",}")
    try expect(json != nil || other == nil || !isStrict, "Foundation takes the text")
  }

  /// Whether the contract is that of Foundation: UTF-8, no escaped surrogates, no number beyond `Double`, and not deep.
  private static func isComparable(_ input: [UInt8]) -> Bool {
    guard input.count < 256, String(validating: input, as: UTF8.self) != nil, !input.contains(0) else { return false }
    let text = input.text.lowercased()
    let digits = input.split { !(0x30...0x39).contains($0) }.map(\.count).max() ?? 0
    return !text.contains("\\u") && !text.contains("\u{FEFF}") && !text.contains("e") && digits < 300
  }

  private static func read(_ json: JSON) {
    _ = (json.intValue, json.doubleValue, json.floatValue, json.decimalValue, json.stringValue, json.boolValue)
    _ = (json.int8, json.uint64, json.number, json.date, json.url, json.debugDescription)
    _ = (json[0], json["a"], json["a", 0, "b"])
    if let date = ISO8601.date(json.stringValue) { _ = date.timeIntervalSince1970 }
  }
}
