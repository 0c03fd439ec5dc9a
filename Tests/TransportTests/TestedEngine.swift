@testable import AbstractHTTP
import Foundation
#if os(Linux)
  import CLibcurl
#endif
import Testing
@testable import TestSupport

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

  /// Whether libcurl is version 7.88.1, for which the tests expect most. Others differ in a few places.
  static let isReference: Bool = {
    #if os(Linux)
      CurlEngine.isLoaded && libcurl_version() == 0x07_58_01
    #else
      true
    #endif
  }()

  /// Whether the engine names an error: `URLSession` on Linux doesn't with some builds of libcurl.
  func names(_ error: URLError.Code?, as expected: URLError.Code?) -> Bool {
    error == expected || !Self.isReference && !Self.robust.contains(self) && error == .unknown
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
