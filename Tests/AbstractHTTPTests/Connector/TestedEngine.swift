@testable import AbstractHTTP
import Foundation
import Testing

/// The engines that a rule of the transport is tested on.
enum TestedEngine: String, CaseIterable, CustomTestStringConvertible {
  #if os(Linux)
    case libcurl
  #endif
  case urlSession

  /// The engines that are safe from whatever a server sends: on Linux a server can end a process that uses `URLSession`.
  static var robust: [TestedEngine] {
    #if os(Linux)
      [.libcurl]
    #else
      [.urlSession]
    #endif
  }

  var testDescription: String { rawValue }

  /// A connector over this engine, with a jar of its own, and patience: a test that is not about timeouts is to wait for a
  /// machine that is busy with others.
  func connector() throws -> DefaultHTTPConnector {
    let connector = DefaultHTTPConnector(engine: try engine())
    connector.cookieJar = CookieJar()
    connector.timeoutInterval = 120
    return connector
  }

  private func engine() throws -> any TransferEngine {
    #if os(Linux)
      if self == .libcurl { return try #require(CurlEngine.shared, "libcurl.so.4 cannot be loaded") }
    #endif
    return URLSessionEngine.shared
  }
}

extension HTTPConnector {
  /// Exchanges; a second call back would trap here.
  func response(to request: Request) async throws -> Response {
    return try await withCheckedThrowingContinuation { continuation in
      _ = start(request, progress: { _ in }) { continuation.resume(with: $0) }
    }
  }

  /// Exchanges what should fail, and tells how; `nil` if it did not.
  func urlError(of request: Request) async -> URLError.Code? {
    do {
      _ = try await response(to: request)
      return nil
    } catch {
      return (error as? URLError)?.code
    }
  }
}

extension Request {
  /// Makes a request to a URL written out in a test.
  init(_ url: String, httpMethod: HTTPMethod = .get, headers: HTTPHeaders = [:], body: String? = nil) throws {
    try self.init(
      url: URL(http: url),
      httpMethod: httpMethod,
      headers: headers,
      body: body.map { RequestBody(Data($0.utf8)) }
    )
  }
}

extension DefaultHTTPConnector {
  /// One for tests that are not about timeouts, and that may have to wait for their turn beside many others.
  static var patient: DefaultHTTPConnector {
    let connector = DefaultHTTPConnector()
    connector.timeoutInterval = 300
    return connector
  }
}
