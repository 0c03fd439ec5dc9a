/// A client for an API: its base URL, and the settings that its calls share.
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
/// A client is a value: two clients in a process don't affect each other, and ``ConnectionConfig/shared`` affects
/// neither. Copies share the calls that ``count`` and ``cancelAll()`` refer to.
public struct Client: Sendable {
  let shared: ConnectionOptions.Shared

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: The base URL to which relative URLs are appended. An invalid URL fails every call with `.invalidURL`.
  ///   - configure: Changes the options, which start with the defaults and a holder for the client.
  public init(baseURL: String? = nil, _ configure: (inout ConnectionOptions) -> Void = { _ in }) {
    var options = ConnectionOptions()
    options.baseURL = baseURL
    options.holder = ConnectionHolder()
    configure(&options)
    shared = ConnectionOptions.Shared(options)
  }

  /// The options of the client's calls.
  public var options: ConnectionOptions { shared.options }

  /// Returns a client with changed options and a separate set of calls. This client is unchanged.
  ///
  /// ```swift
  /// let admin = github.with { $0.use(.basic(user: "admin", password: password)) }
  /// ```
  ///
  /// Middleware added by the closure replaces the client's in the same slot. A credential stays with the origin of the
  /// base URL that it was added with, even if the closure sets another base URL. ``cancelAll()`` of this client doesn't
  /// cancel the other one's calls, unless the closure sets this client's ``ConnectionOptions/holder``.
  ///
  /// - Parameter change: Changes a copy of the client's options.
  public func with(_ change: (inout ConnectionOptions) -> Void) -> Client {
    Client { options in
      let holder = options.holder
      options = self.options.derived
      options.holder = holder
      change(&options)
    }
  }

  /// Returns a connection for a spec, without starting it.
  public func connection<S: ConnectionSpec>(_ spec: S) -> Connection<S.ResponseModel> {
    Connection(spec, spec, nil, options: shared)
  }

  /// Returns a connection for separate request and response specs, without starting it.
  ///
  /// - Parameters:
  ///   - requestSpec: Describes the request.
  ///   - responseSpec: Describes how the response becomes a model.
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

  /// Returns a call without a spec, to be built by a chain of setters.
  ///
  /// - Parameter url: An absolute URL, or a relative one to append to the client's base URL.
  public func http(_ url: String) -> HTTP { HTTP(url, options: shared) }
}

extension Client {
  /// The number of calls in progress.
  public var count: Int { shared.options.holder.count }

  /// The calls in progress.
  public var connections: [any ConnectionTask] { shared.options.holder.connections }

  /// Cancels all calls in progress.
  public func cancelAll() { shared.options.holder.cancelAll() }
}
