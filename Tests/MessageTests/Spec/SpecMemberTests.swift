import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Members with the name of a requirement and another type are read or refused, and never ignored.
struct SpecMemberTests {
  @Test func `headers may be a dictionary, optional or not, stored or computed`() throws {
    struct Stored: RequestSpec {
      let url = "https://h.test/"
      let headers = ["X-A": "1"]
    }
    struct Maybe: RequestSpec {
      let url = "https://h.test/"
      let value: String?
      var headers: [String: String]? { value.map { ["X-A": $0] } }
    }
    struct MaybeFields: RequestSpec {
      let url = "https://h.test/"
      var headers: HTTPHeaders? { ["X-A": "1"] }
    }
    struct MaybeValues: RequestSpec {
      let url = "https://h.test/"
      var headers: [String: String?] { ["X-A": "1", "X-B": nil] }
    }

    for spec in [Stored(), Maybe(value: "1"), MaybeFields(), MaybeValues()] as [any RequestSpec] {
      #expect(try spec.request().headers == ["X-A": "1"])
    }
    #expect(try Maybe(value: nil).request().headers.isEmpty)
  }

  @Test func `headers keep their order and their repeated names`() throws {
    struct Ordered: RequestSpec {
      let url = "https://h.test/"
      var headers: HTTPHeaders { ["B": "1", "A": "2", "B": "3"] }
    }

    #expect(try Ordered().request().headers.map(\.value) == ["1", "2", "3"])
  }

  @Test func `a dictionary in the extension of a refined protocol is read, too`() throws {
    struct Get: Secured { let url = "https://h.test/" }

    #expect(try Get().request().headers == ["X-Key": "1"])
    #expect(try Get().request().httpMethod == .put)
  }

  @Test func `a method may be text`() throws {
    struct Post: RequestSpec {
      let url = "https://h.test/"
      let httpMethod = "POST"
    }

    #expect(try Post().request().httpMethod == .post)
  }

  @Test func `a body may be a property, and a method that returns a whole body`() throws {
    struct Property: RequestSpec {
      let url = "https://h.test/"
      let body: Data?
    }
    struct Sure: RequestSpec {
      let url = "https://h.test/"
      let body = Data("text".utf8)
    }
    struct Whole: RequestSpec {
      let url = "https://h.test/"
      func body() -> RequestBody? { RequestBody(Data("text".utf8)) }
    }

    for spec in [Property(body: Data("text".utf8)), Sure(), Whole()] as [any RequestSpec] {
      #expect(try spec.request().body == RequestBody(Data("text".utf8)))
    }
    #expect(try Property(body: nil).request().body == nil)
  }

  @Test func `a query may be a dictionary, in the order of its names`() throws {
    struct Search: RequestSpec {
      let url = "https://h.test/"
      var urlQuery: [String: String]? { ["b": "2", "a": "1"] }
    }

    #expect(try Search().request().url.query() == "a=1&b=2")
  }

  @Test func `a destination needs no optional`() throws {
    struct Download: RequestSpec {
      let url = "https://h.test/"
      let destination = DownloadDestination.file(URL(filePath: "/a"))
    }

    #expect(try Download().request().destination == .file(URL(filePath: "/a")))
  }

  @Test func `a member of another type fails with its name and what to write`() {
    struct Headers: RequestSpec {
      let url = "https://h.test/"
      let headers = [1]
    }
    struct Body: RequestSpec {
      let url = "https://h.test/"
      let body = "text"
    }
    struct Query: RequestSpec {
      let url = "https://h.test/"
      let urlQuery = "a=1"
    }
    struct Named: RequestSpec {
      let url = "https://h.test/"
      var method: HTTPMethod { .post }
    }
    struct Parameters: RequestSpec {
      let url = "https://h.test/"
      var parameters: [String: Any]? { ["a": 1] }
    }

    #expect(Self.refusal(of: Headers()) == "Headers.headers is of type Array<Int>, which isn't read: write HTTPHeaders")
    #expect(Self.refusal(of: Body())?.hasPrefix("Body.body is of type String") == true)
    #expect(Self.refusal(of: Query())?.hasPrefix("Query.urlQuery is of type String") == true)
    #expect(Self.refusal(of: Named())?.hasSuffix("a spec names its method httpMethod, and a target method") == true)
    #expect(Self.refusal(of: Parameters())?.contains("only a target has parameters") == true)
  }

  @Test func `a spec's own members that its requirements use are its own affair`() throws {
    struct Comment: RequestSpec {
      let url = "https://h.test/"
      let body = "text"
      let parameters = ["a": "1"]
      let method = "by card"
      var urlQuery: URLQuery? { URLQuery(parameters.map { KeyValue($0.key, $0.value) }) }
      func content() throws -> RequestBody? { RequestBody(Data(body.utf8)) }
    }

    let request = try Comment().request()

    #expect(request.url.query() == "a=1")
    #expect(request.body == RequestBody(Data("text".utf8)))
    #expect(request.httpMethod == .get)
  }

  @Test func `stored members of a type that isn't read are named in a debug build`() {
    #if DEBUG
      struct Download: RequestSpec {
        let url = "https://h.test/"
        let destination = URL(filePath: "/a")
        let sampleData = "its own"
      }

      let advice = "which isn't read: write DownloadDestination, or give it another name"
      #expect(UnreadMembers.warnings(of: Download()) == ["Download.destination is of type URL, \(advice)"])
      #expect(UnreadMembers.warnings(of: Plain(url: "https://h.test/")).isEmpty)
    #endif
  }

  static func refusal(of spec: some RequestSpec) -> String? {
    do {
      _ = try spec.request()
      return nil
    } catch {
      return error.type == .invalidRequest ? (error.nativeError as? UnreadMember)?.description : "\(error)"
    }
  }
}

private protocol Secured: RequestSpec {}

extension Secured {
  var headers: [String: String] { ["X-Key": "1"] }
  var httpMethod: HTTPMethod { .put }
}
