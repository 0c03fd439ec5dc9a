import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The timeout and the cache policy of a single request.
@Suite(.timeLimit(.minutes(1)))
struct RequestSettingsTests {
  private struct Patient: RequestSpec {
    let url = "https://h.test/"
    let timeoutInterval: TimeInterval? = 60
    let cachePolicy: URLRequest.CachePolicy? = .returnCacheDataElseLoad
  }

  @Test func `a spec says them, optional or not, in seconds or as a duration`() throws {
    struct Seconds: RequestSpec {
      let url = "https://h.test/"
      let timeoutInterval = 2.5
      let cachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData
    }
    struct Whole: RequestSpec {
      let url = "https://h.test/"
      let timeoutInterval = 3
    }
    struct Long: RequestSpec {
      let url = "https://h.test/"
      let timeoutInterval = Duration.milliseconds(1_500)
    }

    #expect(try Patient().request().timeoutInterval == 60)
    #expect(try Patient().request().cachePolicy == .returnCacheDataElseLoad)
    #expect(try Seconds().request().timeoutInterval == 2.5)
    #expect(try Seconds().request().cachePolicy == .reloadIgnoringLocalCacheData)
    #expect(try Whole().request().timeoutInterval == 3)
    #expect(try Long().request().timeoutInterval == 1.5)
  }

  @Test func `members of other types are rejected`() {
    struct Words: RequestSpec {
      let url = "https://h.test/"
      let timeoutInterval = "soon"
    }
    struct Own: RequestSpec {
      let url = "https://h.test/"
      let cachePolicy = "always"
    }

    for spec in [Words(), Own()] as [any RequestSpec] {
      let error = #expect(throws: ConnectionError.self) { try spec.request() }
      #expect(error?.nativeError is UnreadMember)
    }
  }

  @Test func `requests that differ in them are equal`() throws {
    #expect(try Patient().request() == Request(url: .of("https://h.test/")))
  }

  @Test func `a connector that doesn't honor them isn't used, and says so`() async throws {
    let connector = BasicConnector()
    var request = Request(url: .of("https://h.test/"))
    request.timeoutInterval = 1

    let error = await #expect(throws: ConnectionError.self) { try await Stage.sending(over: connector)(request) }

    #expect(error?.type == .invalidRequest)
    let setting = try #require(error?.nativeError as? UnsupportedSetting)
    #expect(setting.name == .timeoutInterval)
    #expect(setting.connector == "BasicConnector")
    #expect(connector.count == 0)
  }

  @Test func `a setting that is taken back makes no difference`() async throws {
    var request = Request(url: .of("https://h.test/"))
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.cachePolicy = nil

    let response = try await Stage.sending(over: Answering())(request)

    #expect(response.statusCode == 204)
  }

  @Test func `a short form sets them`() async throws {
    let connector = StubConnector()

    _ = try await HTTP("https://h.test/").timeoutInterval(3).cachePolicy(.returnCacheDataDontLoad).httpConnector(
      connector
    )
    .callbackInMainThread(false).fetchData().value

    #expect(connector.requests.first?.timeoutInterval == 3)
    #expect(connector.requests.first?.cachePolicy == .returnCacheDataDontLoad)
  }
}

/// A connector that says nothing of settings.
private final class Answering: HTTPConnector {
  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    complete(Response(statusCode: 204), nil)
  }

  func cancel() {}
}
