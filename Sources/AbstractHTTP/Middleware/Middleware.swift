/// What wraps the exchange of a connection: everything that is the same for many APIs.
///
/// It gets the request and what comes next, and makes a response of them: by changing the request, trying again, waiting,
/// answering by itself, or changing the response.
///
/// ```swift
/// let signing = Middleware("sign", at: .attempt) { request, next in
///   try await next(request.signed())
/// }
/// connection.use(signing)
/// print(connection)   // makeRequest → onStart → sign { send } → onReceived → validate → parse → onReceivedModel → deliver(main)
/// ```
///
/// The order of `use` is not the order of wrapping: every middleware knows its place. Those at the same place wrap in the
/// order they were used, the first outermost.
public struct Middleware: Sendable {
  /// Where a middleware of your own belongs.
  public enum Place: Sendable, Hashable {
    /// Once for the call: outside retries and waits, where it sees the request first and the final response.
    case call
    /// Once a try: next to the connector, inside retries, refreshes and timeouts.
    case attempt
  }

  /// What the printed pipeline calls it.
  public let name: String

  let parts: [Part]

  /// Creates the middleware for some servers, if it's a credential that names none itself.
  var bind: (@Sendable (Origins) -> Middleware)?

  /// One wrapping at one place: most middleware has one, and a timeout of both kinds has two.
  struct Part: Sendable {
    let name: String
    let slot: MiddlewareSlot
    let wrap: @Sendable (Stage<Request, Response>) -> Stage<Request, Response>
  }

  /// Makes a middleware of an `async` closure. One such makes the whole pipeline asynchronous.
  ///
  /// What it throws, other than the ``ConnectionError`` of what comes next, fails the connection with `.network`.
  ///
  /// - Parameters:
  ///   - name: What the printed pipeline calls it.
  ///   - place: Where it belongs; `.call` by default.
  ///   - respond: Makes the response of the request and the stage that comes next.
  public init(
    _ name: String,
    at place: Place = .call,
    respond: @escaping @Sendable (_ request: Request, _ next: Stage<Request, Response>) async throws -> Response
  ) {
    self.init(name, at: place) { next in
      Stage(
        outline: .stage(name),
        suspending: { request in
          try await respond(request, next.inheriting(request.context))
        }
      )
    }
  }

  /// Makes a middleware of a function from stage to stage: one that need not suspend, or is made of other stages.
  ///
  /// - Parameters:
  ///   - name: What the printed pipeline calls it, around what it wraps.
  ///   - place: Where it belongs; `.call` by default.
  ///   - wrap: Makes a stage of the one that comes next. Called once a run, and to print the pipeline.
  public init(
    _ name: String,
    at place: Place = .call,
    wrapping wrap: @escaping @Sendable (_ next: Stage<Request, Response>) -> Stage<Request, Response>
  ) {
    self.init(name, slot: place == .call ? .call : .attempt, wrapping: wrap)
  }

  init(
    _ name: String,
    slot: MiddlewareSlot,
    wrapping wrap: @escaping @Sendable (Stage<Request, Response>) -> Stage<Request, Response>
  ) {
    self.init(name, parts: [Part(name: name, slot: slot, wrap: wrap)])
  }

  /// Creates a middleware from a function that gets a request, and the stage that comes next.
  init(
    _ name: String,
    slot: MiddlewareSlot = .call,
    running run:
      @escaping @Sendable (Request, Stage<Request, Response>) throws(ConnectionError) -> Step<Response>
  ) {
    self.init(name, slot: slot) { next in
      Stage(outline: next.outline) { request throws(ConnectionError) in try run(request, next) }
    }
  }

  init(_ name: String, parts: [Part]) {
    self.name = name
    self.parts = parts
  }
}

extension Stage where Input == Request, Output == Response {
  /// Wraps the exchange in middleware, each at its place, whatever the order of the arguments.
  ///
  /// ```swift
  /// Stage.sending(over: connector).wrapped(in: .retry(), .timeout(attempt: .seconds(10)))   // retry(2) { timeout(10s) { send } }
  /// ```
  public func wrapped(in middleware: Middleware...) -> Self { wrapped(in: middleware) }

  /// Wraps the exchange in a list of middleware, each at its place, whatever the order of the list.
  public func wrapped(in middleware: [Middleware]) -> Self {
    let parts = middleware.count == 1 ? middleware[0].parts : middleware.flatMap(\.parts)
    guard !parts.isEmpty else { return self }
    return MiddlewareSlot.inOrder(parts).reversed().reduce(self) { next, part in
      Stage(outline: .wrapped(part.name, next.outline), run: part.wrap(next).run)
    }
    .namingRequest
  }

  /// Gives the context of the request that came to a middleware to the requests that the middleware passes on.
  fileprivate func inheriting(_ context: RequestContext) -> Self {
    guard !context.isEmpty else { return self }
    return Stage(outline: outline) { request throws(ConnectionError) in
      var request = request
      request.context.inherit(context)
      return try run(request)
    }
  }

  /// Says which request was answered or failed, where a middleware that answers or fails by itself does not.
  private var namingRequest: Self {
    Stage(outline: outline) { request throws(ConnectionError) in
      do throws(ConnectionError) {
        switch try run(request) {
        case .finished(let response):
          return .finished(try response.answering(request).placed(for: request))
        case .suspended(let rest):
          return .suspended(rest.then { rest async throws(ConnectionError) in try await named(rest, request) })
        }
      } catch {
        throw error.carrying(request)
      }
    }
  }

  private func named(
    _ rest: Rest<Response>,
    _ request: Request
  ) async throws(ConnectionError) -> Response {
    do throws(ConnectionError) {
      return try await rest().answering(request).placed(for: request)
    } catch {
      throw error.carrying(request)
    }
  }
}

/// The same as ``Middleware``, for programs that import another module with a type of that name.
public typealias HTTPMiddleware = Middleware
