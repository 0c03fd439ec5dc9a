import AbstractHTTP
import Foundation
public import Measuring

/// Prints what `JSON` costs on a document of 1 MB, next to `JSONDecoder` into structs and `JSONSerialization`:
/// `Benchmarks JSON`.
public enum JSONBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async {
    let table = Table("JSON", options)
    let data = Document.data
    table.heading("A document of \(data.count / 1000) kB, once")
    await parse(table, data)
    await access(table, data)
    await serialise(table, data)
    await decode(table)
  }

  private static func parse(_ table: Table, _ data: Data) async {
    await table.row(
      "parse",
      times: 20,
      .repeating("JSON") { consume(try? JSON(data: data)) },
      .repeating("JSONDecoder") { consume(try? JSONDecoder().decode(Document.self, from: data)) },
      .repeating("JSONSerialization") { consume(try? JSONSerialization.jsonObject(with: data)) }
    )
  }

  private static func access(_ table: Table, _ data: Data) async {
    await table.row(
      "parse and read",
      times: 20,
      .repeating("JSON") { consume(Reading.sum((try? JSON(data: data)) ?? .null)) },
      .repeating("JSONDecoder") { consume(Reading.sum(try? JSONDecoder().decode(Document.self, from: data))) },
      .repeating("JSONSerialization") { consume(Reading.sum(try? JSONSerialization.jsonObject(with: data))) }
    )
  }

  private static func decode(_ table: Table) async {
    let (one, many) = (Document.person, Document.people(of: 100_000))
    var snake = DecodingOptions()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    table.heading("Models")
    await table.decoding(Document.Person.self, one, "\(one.count) B", times: 5_000)
    await table.decoding(Document.Person.self, one, "\(one.count) B, from snake case", times: 5_000, snake)
    await table.decoding([Document.Person].self, many, "\(many.count / 1000) kB, an array", times: 100)
    await table.decoding([Document.Person].self, many, "\(many.count / 1000) kB, from snake case", times: 100, snake)
  }

  private static func serialise(_ table: Table, _ data: Data) async {
    guard let json = try? JSON(data: data), let document = try? JSONDecoder().decode(Document.self, from: data),
      (try? JSONSerialization.jsonObject(with: data)) != nil
    else { return print("the document is no JSON") }
    await table.row(
      "serialise",
      times: 20,
      .repeating("JSON") { consume(try? json.rawData()) },
      .repeating("JSONEncoder") { consume(try? JSONEncoder().encode(document)) },
      .serialising("JSONSerialization", data)
    )
  }
}

extension Table {
  fileprivate func decoding<Model: Decodable & SendableMetatype>(
    _ type: Model.Type,
    _ data: Data,
    _ name: String,
    times: Int,
    _ options: DecodingOptions = DecodingOptions()
  ) async {
    let decoder = options.decoder()
    guard (try? options.decode(type, from: data)) != nil, (try? decoder.decode(type, from: data)) != nil else {
      return print("the document is no \(type)")
    }
    await row(
      "decode \(name)",
      times: times,
      aim: .ratio(0.5, to: "JSONDecoder"),
      .repeating("DecodingOptions") { consume(try? options.decode(Model.self, from: data)) },
      .repeating("JSONDecoder") { consume(try? decoder.decode(Model.self, from: data)) },
      .repeating("JSON alone") { consume(try? JSON(data: data)) }
    )
  }
}

extension Contestant {
  fileprivate static func repeating(_ name: String, _ body: @escaping @Sendable () -> Void) -> Contestant {
    Contestant(name) { times in for _ in 0..<times { body() } }
  }

  fileprivate static func serialising(_ name: String, _ data: Data) -> Contestant {
    Contestant(name) { times in
      guard let object = try? JSONSerialization.jsonObject(with: data) else { return }
      for _ in 0..<times { consume(try? JSONSerialization.data(withJSONObject: object)) }
    }
  }
}
