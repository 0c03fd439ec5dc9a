import Foundation

extension Middleware {
  /// Sends a user's name and password with every request that has no `Authorization` of its own (RFC 7617).
  ///
  /// ```swift
  /// connection.use(.basic(user: "ada", password: password, for: ["https://api.example.com"]))
  /// ```
  ///
  /// A 401 is returned as it is. A redirect to another origin goes without them. A name with a colon in it cannot be sent: the
  /// call fails with `.invalidRequest` and ``InvalidUserName``.
  ///
  /// - Parameters:
  ///   - user: The name, without a colon.
  ///   - password: The password; never printed.
  ///   - origins: The servers that may see them. By default those of what uses the middleware: the origin of a client's
  ///     base URL or of a target, or the requests of one connection. Options without a base URL require them.
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

/// A user's name has a colon in it, which Basic authorization cannot send (RFC 7617 §2).
public struct InvalidUserName: AbstractHTTPError, Hashable {
  /// What is wrong, in words.
  public var description: String { "a user name for Basic authorization cannot have a colon in it" }
}

extension InvalidUserName {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
