/// The client of an API: its address, and the settings that its calls share.
///
/// ```swift
/// let github = Client(baseURL: "https://api.github.com") {
///   $0.headers["X-GitHub-Api-Version"] = "2022-11-28"
///   $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
///   $0.use(.retry(), .bearer(tokens))
/// }
/// let user = try await github.send(GetUser(id: 7))            // a spec whose url is "/users/7"
/// let zen = try await github.http("/zen").fetchString().value    // a small call
/// ```
///
/// A value: two clients in a process don't affect each other, and none is affected by ``ConnectionConfig/shared``. Copies
/// share the calls that ``count`` and ``cancelAll()`` refer to.
public struct Client: Sendable {
  let shared: ConnectionOptions.Shared

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: The address that relative URLs are appended to. An address that can't be used fails every call with
  ///     `.invalidURL`.
  ///   - configure: Changes the options, which begin with the defaults and a holder of the client's.
  public init(baseURL: String? = nil, _ configure: (inout ConnectionOptions) -> Void = { _ in }) {
    var options = ConnectionOptions()
    options.baseURL = baseURL
    options.holder = ConnectionHolder()
    configure(&options)
    shared = ConnectionOptions.Shared(options)
  }

  /// The options of the client's calls.
  public var options: ConnectionOptions { shared.options }

  /// Returns a client with changed options, and calls of its own. This one stays as it is.
  ///
  /// ```swift
  /// let admin = github.with { $0.use(.basic(user: "admin", password: password)) }
  /// ```
  ///
  /// Middleware that the closure uses replaces the client's in the same slot. A credential stays with the origin of the base
  /// URL that it was used with, also if the closure sets another.
  public func with(_ change: (inout ConnectionOptions) -> Void) -> Client {
    Client { options in
      let holder = options.holder
      options = self.options.derived
      options.holder = holder
      change(&options)
    }
  }

  /// Returns a connection of a spec, not started yet.
  public func connection<S: ConnectionSpec>(_ spec: S) -> Connection<S.ResponseModel> {
    Connection(spec, spec, nil, options: shared)
  }

  /// Returns a connection of a spec in two parts, not started yet.
  public func connection<S: ResponseSpec>(
    requestSpec: any RequestSpec,
    responseSpec: S
  ) -> Connection<S.ResponseModel> {
    Connection(requestSpec, responseSpec, nil, options: shared)
  }

  /// Sends the request of a spec, and returns the model of its response. Cancelling the task cancels the call.
  ///
  /// - Throws: ``ConnectionError``.
  @discardableResult
  public func send<S: ConnectionSpec>(_ spec: S) async throws -> S.ResponseModel {
    try await connection(spec).start().value
  }

  /// Returns a small call, without a spec.
  public func http(_ url: String) -> HTTP { HTTP(url, options: shared) }
}

extension Client {
  /// How many calls are under way.
  public var count: Int { shared.options.holder.count }

  /// The calls that are under way.
  public var connections: [any ConnectionTask] { shared.options.holder.connections }

  /// Cancels all calls that are under way.
  public func cancelAll() { shared.options.holder.cancelAll() }
}
