extension Middleware {
  /// Answers a server's Digest challenges with a user name and a password, which are never sent themselves (RFC 7616).
  ///
  /// ```swift
  /// connection.use(.digest(user: "ada", password: password, for: ["https://cam.example.com"]))
  /// ```
  ///
  /// The first request is sent without credentials, and again when the server challenges it. Later requests to the
  /// server answer the same challenge up front, or use the server's `nextnonce`. A nonce that the server calls stale is
  /// replaced, and a request is sent three times at most. A rejected password returns the 401. A body that can be sent
  /// only once isn't sent again: its 401 is returned, and the next request answers up front.
  ///
  /// SHA-512-256, SHA-256, and MD5 are supported, both for single requests and for sessions (`-sess`), with hashed user
  /// names. `qop=auth` is preferred to `auth-int`, which also protects the body: a request whose body isn't in memory, but a
  /// file, a stream, or a form with files, doesn't answer a challenge with `auth-int` alone, and its 401 is returned. NTLM and Negotiate aren't
  /// answered, and neither are the challenges of proxies: see ``ProxySettings``. A request with an `Authorization`
  /// header is sent unchanged. After a redirect to another address of the server, the answer is calculated again. Other
  /// origins never receive one.
  ///
  /// - Parameters:
  ///   - user: The user name.
  ///   - password: The password. It is never printed.
  ///   - origins: The servers that may be answered. Defaults to the origin of the client's base URL or of the target,
  ///     or to the servers of the connection's requests, depending on where the middleware is used. Options without a
  ///     base URL require them.
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
  /// The closure is called when a request is answered with 401, once for each challenge until it returns a login:
  /// Digest first, Basic last. All calls to the server that are challenged in the meantime wait for it, and later
  /// requests to the server use the login up front. If the server rejects the login, the closure is called again; a
  /// request is sent three times at most. If the closure returns `nil`, the 401 is returned. If it throws, the waiting
  /// calls fail with `.network`. A cancelled call stops waiting, and the closure continues for the others.
  ///
  /// The closure's own requests bypass the middleware. NTLM and Negotiate, which authenticate a network connection
  /// instead of a request, aren't supported. Otherwise, the behavior is that of ``digest(user:password:for:)``.
  ///
  /// - Parameters:
  ///   - origins: The servers that may be answered. Defaults to the origin of the client's base URL or of the target,
  ///     or to the servers of the connection's requests, depending on where the middleware is used. Options without a
  ///     base URL require them.
  ///   - login: Returns the login for a challenge. It runs in a separate task.
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
