import Foundation

extension Middleware {
  /// Sends a user name and a password with every request that has no `Authorization` header (RFC 7617).
  ///
  /// ```swift
  /// connection.use(.basic(user: "ada", password: password, for: ["https://api.example.com"]))
  /// ```
  ///
  /// A 401 is returned unchanged. The credentials aren't sent after a redirect to another origin. A name that contains
  /// a colon can't be sent: the call fails with `.invalidRequest` and ``InvalidUserName``.
  ///
  /// - Parameters:
  ///   - user: The user name, without a colon.
  ///   - password: The password. It is never printed.
  ///   - origins: The servers that may see the credentials. Defaults to the origin of the client's base URL or of the
  ///     target, or to the servers of the connection's requests, depending on where the middleware is used. Options
  ///     without a base URL require them.
  public static func basic(user: String, password: String, for origins: Origins? = nil) -> Middleware {
    let value = user.contains(":") ? nil : "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    return credential(for: origins) { basic(value, for: $0) }
  }

  private static func basic(_ value: String?, for origins: Origins) -> Middleware {
    Middleware("basic", slot: .authorize) { next in
      Stage(outline: next.outline) { request throws(ConnectionError) in
        guard request.takesCredentials, !request.headers.contains("Authorization"), try origins.contain(request) else {
          return try next.run(request)
        }
        guard let value else {
          throw ConnectionError(.invalidRequest, nativeError: InvalidUserName(), request: request)
        }
        var request = request
        request.headers["Authorization"] = value
        return try next.run(request)
      }
    }
  }
}

/// The error of a user name that contains a colon, which Basic authorization can't send (RFC 7617 §2).
public struct InvalidUserName: AbstractHTTPError, Hashable {
  /// A description of the error.
  public var description: String { "a user name for Basic authorization can't contain a colon" }
}

extension InvalidUserName {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
