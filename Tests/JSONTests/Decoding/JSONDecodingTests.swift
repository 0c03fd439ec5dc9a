import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Models are decoded as Foundation decodes them.
@Suite(.timeLimit(.minutes(10))) struct JSONDecodingTests {
  /// How many documents are decoded: few by default, all with `JSON_LOAD=full`.
  private static let documents = ProcessInfo.processInfo.environment["JSON_LOAD"] == "full" ? 10_000 : 500

  private static func options(_ json: inout GeneratedJSON) -> DecodingOptions {
    var options = DecodingOptions()
    options.keyDecodingStrategy = json.pick([
      .useDefaultKeys, .useDefaultKeys, .convertFromSnakeCase,
      .custom { path in Name(stringValue: String(path.last?.stringValue.replacing("_v", with: "V") ?? "")) },
    ])
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy/MM/dd"
    options.dateDecodingStrategy = json.pick([
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .iso8601, .formatted(formatter),
      .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self) * 2) },
    ])
    options.dataDecodingStrategy = json.pick([
      .base64, .base64, .deferredToData, .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) },
    ])
    if json.chance(50) {
      options.nonConformingFloatDecodingStrategy =
        .convertFromString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    }
    if let key = Informed.key { options.userInfo = [key: json.pick(["a", "b"])] }
    return options
  }

  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test func `generated documents are decoded as Foundation decodes them, and fail as there`() {
    var flaws: [String] = []
    var models = 0

    for seed in 0..<Self.documents {
      var json = GeneratedJSON(generator: Generator(seed))
      let probe = json.pick(DecodingProbe.all)
      let options = Self.options(&json)
      let data = json.bytes(probe.text(&json))
      let (ours, foundation) = probe.decode(data, options)
      if case .model = ours { models += 1 }
      guard !ours.agrees(with: foundation) else { continue }
      let text = String(decoding: data, as: UTF8.self)
      flaws.append("\(seed): \(probe.name), \(options.keyDecodingStrategy), \(text)\n  \(ours)\n  \(foundation)")
    }

    #expect(flaws.isEmpty, "\(flaws.count) flaws:\n\(flaws.prefix(40).joined(separator: "\n"))")
    #expect(models > Self.documents / 3, "too few documents could be decoded: \(models)")
  }
}
