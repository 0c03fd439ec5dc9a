import AbstractHTTP
import Foundation
public import Measuring

/// Prints what encoding 100 parameters costs: `Benchmarks Encoding`.
///
/// The first other of a form is what somebody would write by hand for these very parameters, sorted as ours are; JSON of the same
/// by `JSONEncoder` shows what an encoder of Foundation costs.
public enum EncodingBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async {
    let table = Table("Encoding", options)
    table.heading("100 parameters: 40 texts, 30 integers, 15 truths, 15 fractions; a form")
    await table.row(
      "a dictionary, as a body",
      times: 2_000,
      Contestant("library", dictionary),
      Contestant("by hand", byHand),
      Contestant("by hand with Foundation's percent-encoding", byHandWithFoundation)
    )
    await table.row(
      "an Encodable, as a body",
      times: 2_000,
      Contestant("library", encodable),
      Contestant("JSONEncoder", jsonEncoder),
      Contestant("by hand", byHand)
    )
    await table.row(
      "an Encodable, as the text of a query",
      times: 2_000,
      Contestant("library", query),
      Contestant("by hand", byHand)
    )
    table.heading("The same as JSON")
    await table.row(
      "a dictionary, as a body",
      times: 2_000,
      Contestant("library", json),
      Contestant("JSONSerialization", jsonSerialization),
      Contestant("JSONEncoder, of an Encodable", jsonEncoder)
    )
    await measureMessages(options)
  }

  @Sendable private static func dictionary(times: Int) {
    let (parameters, encoding) = (Parameters.dictionary, URLEncoding.default)
    for _ in 0..<times { consume(try? encoding.encode(parameters, for: .post)) }
  }

  @Sendable private static func encodable(times: Int) {
    let value = Parameters()
    for _ in 0..<times { consume(try? RequestBody.form(value)) }
  }

  @Sendable private static func query(times: Int) {
    let value = Parameters()
    for _ in 0..<times { consume(try? URLQuery(encoding: value).string()) }
  }

  @Sendable private static func json(times: Int) {
    let (parameters, encoding) = (Parameters.dictionary, JSONEncoding.default)
    for _ in 0..<times { consume(try? encoding.encode(parameters, for: .post)) }
  }

  @Sendable private static func byHand(times: Int) {
    let (values, encoder) = (Parameters(), DefaultURLEncoder())
    for _ in 0..<times { consume(values.form(encoder.encode)) }
  }

  @Sendable private static func byHandWithFoundation(times: Int) {
    let (values, allowed) = (Parameters(), FormURLEncoder().allowedCharacters)
    for _ in 0..<times {
      consume(values.form { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" })
    }
  }

  @Sendable private static func jsonEncoder(times: Int) {
    let (value, encoder) = (Parameters(), JSONEncoder())
    for _ in 0..<times { consume(try? encoder.encode(value)) }
  }

  @Sendable private static func jsonSerialization(times: Int) {
    let parameters: [String: Any] = Parameters.dictionary
    for _ in 0..<times { consume(try? JSONSerialization.data(withJSONObject: parameters)) }
  }
}
