import AbstractHTTP
import Foundation

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
  /// Creates a request to a URL that a test spells out.
  init(_ url: String, httpMethod: HTTPMethod = .get, headers: HTTPHeaders = [:], body: String? = nil) throws {
    self.init(
      url: try Plain(url: url).request().url,
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

extension URL {
  /// The URL of a literal of a test; one that Foundation cannot read is that of this machine's root.
  static func of(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }
}
