extension Middleware {
  /// Answers a server's Digest challenges with a user's name and password, which never travel themselves (RFC 7616).
  ///
  /// ```swift
  /// connection.use(.digest(user: "ada", password: password, for: ["https://cam.example.com"]))
  /// ```
  ///
  /// The first request goes without, and goes again when the server challenges it. Later requests to the server answer the same
  /// challenge at once, or the `nextnonce` that the server names. A nonce that the server calls stale is replaced, and a
  /// request is sent three times at most. A refused password is returned as the 401 that it is. A body that can be sent only
  /// once isn't sent again: its 401 is returned, and the next request answers at once.
  ///
  /// SHA-256 and MD5 are supported, both for single requests and for sessions (`-sess`), with `qop=auth` and hashed user names. A
  /// server that asks for something else, `auth-int` alone, NTLM or Negotiate gets no answer. A request that has an
  /// `Authorization` header passes as it is. When a redirect leads to another address of the server, the answer is made anew; another
  /// origin never gets one.
  ///
  /// - Parameters:
  ///   - user: The name.
  ///   - password: The password; never printed.
  ///   - origins: The servers that may be answered. By default those of what uses the middleware: the origin of a client's
  ///     base URL or of a target, or the requests of one connection. Options without a base URL require them.
  public static func digest(user: String, password: String, for origins: Origins? = nil) -> Middleware {
    answering("digest", ChallengeAnswerer(.digest(.user(user, password: password))), for: origins)
  }

  /// Answers a server's challenges with logins that a closure returns (RFC 9110 §11.6.1).
  ///
  /// ```swift
  /// connection.use(.challenged(for: ["https://nas.example.com"]) { challenge in
  ///   guard challenge.previousFailures == 0 else { return nil }
  ///   return .user("ada", password: try await keychain.password(for: challenge.realm))
  /// })
  /// ```
  ///
  /// The closure is called when a request comes back with 401, once for each challenge until it returns a login: Digest first,
  /// Basic last. All calls to the server that are challenged meanwhile wait for it, and later requests to the server use the login at
  /// once. If the server refuses the login, the closure is called again; a request is sent three times at most. For `nil`, the
  /// 401 is returned. An error that the closure throws fails the waiting calls with `.network`. A call that is canceled
  /// stops waiting, and the closure goes on for the others.
  ///
  /// The closure's own requests pass the middleware as they are. NTLM and Negotiate, which log a connection in instead of a
  /// request, aren't supported. All else is as in ``digest(user:password:for:)``.
  ///
  /// - Parameters:
  ///   - origins: The servers that may be answered. By default those of what uses the middleware: the origin of a client's
  ///     base URL or of a target, or the requests of one connection. Options without a base URL require them.
  ///   - login: Returns the login for a challenge. It runs in a task of its own.
  public static func challenged(
    for origins: Origins? = nil,
    _ login: @escaping @Sendable (_ challenge: AuthenticationChallenge) async throws -> Login?
  ) -> Middleware {
    answering("challenged", ChallengeAnswerer(.asked(login)), for: origins)
  }

  static func answering(_ name: String, _ answerer: ChallengeAnswerer, for origins: Origins?) -> Middleware {
    credential(for: origins) { origins in
      Middleware(name, slot: .authorize) { request, next throws(ConnectionError) in
        try answerer.run(request, for: origins, over: next)
      }
    }
  }
}
