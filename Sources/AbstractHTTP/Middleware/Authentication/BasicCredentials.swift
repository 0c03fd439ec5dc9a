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
  ///   - origins: The servers that may see them: `https://api.example.com`. By default the origin of the options'
  ///     ``ConnectionOptions/baseURL`` or of the target, and without either every server that the connection talks to.
  public static func basic(user: String, password: String, for origins: [String]? = nil) -> Middleware {
    let value = user.contains(":") ? nil : "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    let origins = Origins(origins)
    let middleware = basic(value, for: origins)
    return origins.areUnnamed ? middleware.bindable { basic(value, for: Origins($0)) } : middleware
  }

  private static func basic(_ value: String?, for origins: Origins) -> Middleware {
    Middleware("basic", slot: .authorize) { next in
      Stage(outline: next.outline) { request throws(ConnectionError) in
        guard origins.contain(request), !request.headers.contains("Authorization") else { return try next.run(request) }
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
public struct InvalidUserName: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String { "a user name for Basic authorization cannot have a colon in it" }
}
