import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article *Decoding*, run.
@Suite(.timeLimit(.minutes(1)))
struct DecodingArticleTests {
  struct Event: Decodable, Sendable {
    let title: String
    let startsAt: Date
  }

  struct Receipt: Decodable, Sendable {}

  struct GetEvents: ConnectionSpec {
    typealias ResponseModel = [Event]
    let url: String
  }

  struct GetEvent: ConnectionSpec {
    typealias ResponseModel = Event
    let url = "/events/1"
    var decoder: DecodingOptions? {
      var options = DecodingOptions()
      options.dateDecodingStrategy = .secondsSince1970
      return options
    }
  }

  struct GetWrappedEvent: ConnectionSpec {
    typealias ResponseModel = Event
    let url = "/wrapped/1"

    func parseResponse(response: Response) throws -> Event {
      try response.decoded(keyPath: "data.event")
    }
  }

  struct DeleteEvent: ConnectionSpec {
    typealias ResponseModel = Receipt?  // nil for a 204
    let url = "/events/1"
    let httpMethod = HTTPMethod.delete
  }

  private let loopback: LoopbackServer
  private var server: String { loopback.url("") }
  private let tea = Date(timeIntervalSince1970: 1_772_357_400)

  init() throws { loopback = try LoopbackServer() }

  @Test func `a client's strategies read snake case and dates`() async throws {
    loopback.on(.get, "/events", .json(#"[{"title": "Tea", "starts_at": "2026-03-01T09:30:00Z"}]"#))

    let shop = Client(baseURL: server) {
      $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.decoder.dateDecodingStrategy = .iso8601
    }

    #expect(try await shop.send(GetEvents(url: "/events")).map(\.startsAt) == [tea])
  }

  @Test func `a closure reads fractions of a second`() async throws {
    loopback.on(.get, "/events", .json(#"[{"title": "Tea", "startsAt": "2026-03-01T09:30:00.500Z"}]"#))

    let shop = Client(baseURL: server) {
      $0.decoder.dateDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
      }
    }

    #expect(try await shop.send(GetEvents(url: "/events")).map(\.startsAt) == [tea + 0.5])
  }

  @Test func `a spec's decoder replaces the client's, and its envelope is read by a key path`() async throws {
    let event = #"{"title": "Tea", "startsAt": 1772357400}"#
    loopback.on(.get, "/events/1", .json(event))
    loopback.on(.get, "/wrapped/1", .json(#"{"data": {"event": \#(event)}}"#))
    let shop = Client(baseURL: server) { $0.decoder.dateDecodingStrategy = .iso8601 }

    #expect(try await shop.send(GetEvent()).startsAt == tea)
    #expect(try await shop.send(GetWrappedEvent()).title == "Tea")
  }

  @Test func `an optional model is nil for a response without a body`() async throws {
    loopback.on(.delete, "/events/1", .status(204))
    let shop = Client(baseURL: server)

    let receipt = try await shop.send(DeleteEvent())

    #expect(receipt == nil)
  }

  @Test func `JSON is read by names and indices`() async throws {
    loopback.on(.get, "/events", .json(#"{"events": [{"title": "Tea", "places": 4}]}"#))
    let shop = Client(baseURL: server)

    let json = try await shop.http("/events").fetchJSON().value
    let title = json.events[0].title.stringValue
    let places = json.events[0].places.int ?? 0

    #expect(title == "Tea")
    #expect(places == 4)
  }

  @Test func `a failure names the place`() async throws {
    loopback.on(.get, "/events/1", .json(#"{"title": "Tea", "startsAt": "soon"}"#))
    let shop = Client(baseURL: server)
    var printed = ""
    func print(_ text: String) { printed = text }

    do {
      _ = try await shop.send(GetEvent())
    } catch let error as ConnectionError {
      print(error.decodingFailure?.description ?? "")
      // Event.startsAt must be Double, and is "soon" at $.startsAt (line 1, column 30)
    }

    #expect(printed == #"Event.startsAt must be Double, and is "soon" at $.startsAt (line 1, column 30)"#)
  }
}
