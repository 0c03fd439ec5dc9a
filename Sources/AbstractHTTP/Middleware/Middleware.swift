/// Wraps the exchange of a connection, to implement behavior that many APIs share.
///
/// A middleware receives the request and the next stage, and returns a response. It can change the request, try again,
/// wait, answer itself, or change the response.
///
/// ```swift
/// let signing = Middleware("sign", at: .attempt) { request, next in
///   try await next(request.signed())
/// }
/// connection.use(signing)
/// print(connection)   // makeRequest → onStart → sign { send } → onReceived → validate → parse → onReceivedModel → deliver(main)
/// ```
///
/// The order of `use` isn't the order of wrapping, because every middleware knows its place. Several middleware in the
/// same place wrap in the order in which they were added, the first one outermost.
public struct Middleware: Sendable {
  /// The place of a custom middleware.
  public enum Place: Sendable, Hashable {
    /// Runs once for the call, outside retries and waits, with the original request and the final response.
    case call
    /// Runs once for each attempt, next to the connector, inside retries, refreshes, and timeouts.
    case attempt
  }

  /// The name in the printed pipeline.
  public let name: String

  let parts: [Part]

  /// Creates the middleware for some servers, if it is a credential without servers.
  var bind: (@Sendable (Origins) -> Middleware)?

  /// One wrapper in one place. Most middleware has one, and a timeout with both limits has two.
  struct Part: Sendable {
    let name: String
    let slot: MiddlewareSlot
    let wrap: @Sendable (Stage<Request, Response>) -> Stage<Request, Response>
  }

  /// Creates a middleware from an `async` closure, which makes the whole pipeline asynchronous.
  ///
  /// If it throws an error other than the ``ConnectionError`` of the next stage, the connection fails with `.network`.
  ///
  /// - Parameters:
  ///   - name: The name in the printed pipeline.
  ///   - place: The place of the middleware. Defaults to `.call`.
  ///   - respond: Returns the response, given the request and the next stage.
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

  /// Creates a middleware from a function that wraps a stage. It doesn't have to suspend, and can be composed of other
  /// stages.
  ///
  /// - Parameters:
  ///   - name: The name in the printed pipeline, around the wrapped stages.
  ///   - place: The place of the middleware. Defaults to `.call`.
  ///   - wrap: Returns a stage that wraps the next stage. Called once for each run, and when the pipeline is printed.
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

  /// Creates a middleware from a function that receives a request and the next stage.
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

  /// Combines middleware into one, for a feature that needs several places.
  ///
  /// ```swift
  /// let counting = Middleware(
  ///   "count",
  ///   combining: .observe { event in print(event.kind) },
  ///   Middleware("stamp", at: .attempt) { request, next in try await next(request.signed()) }
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the combination. The printed pipeline has the names of the parts.
  ///   - middleware: The parts, each of which keeps its place.
  public init(_ name: String, combining middleware: Middleware...) {
    self.init(name, combining: middleware)
  }

  private init(_ name: String, combining middleware: [Middleware]) {
    self.init(name, parts: middleware.flatMap(\.parts))
    guard !middleware.areBound else { return }
    bind = { origins in Middleware(name, combining: middleware.map { $0.bound(to: origins) }) }
  }

  init(_ name: String, parts: [Part]) {
    self.name = name
    self.parts = parts
  }
}

extension Stage where Input == Request, Output == Response {
  /// Wraps the exchange in middleware, each in its place, regardless of the order of the arguments.
  ///
  /// ```swift
  /// Stage.sending(over: connector).wrapped(in: .retry(), .timeout(attempt: .seconds(10)))   // retry(2) { timeout(10s) { send } }
  /// ```
  public func wrapped(in middleware: Middleware...) -> Self { wrapped(in: middleware) }

  /// Wraps the exchange in a list of middleware, each in its place, regardless of the order of the list.
  public func wrapped(in middleware: [Middleware]) -> Self { wrapped(inOrdered: middleware.partsInOrder) }

  /// Wraps the exchange in parts of middleware, of which the first becomes the outermost.
  func wrapped(inOrdered parts: [Middleware.Part]) -> Self {
    guard !parts.isEmpty else { return self }
    return parts.reversed().reduce(self) { next, part in
      Stage(outline: .wrapped(part.name, next.outline), run: part.wrap(next).run)
    }
    .namingRequest
  }

  /// Passes the context of a middleware's request on to the requests that it sends.
  fileprivate func inheriting(_ context: RequestContext) -> Self {
    guard !context.isEmpty else { return self }
    return Stage(outline: outline) { request throws(ConnectionError) in
      var request = request
      request.context.inherit(context)
      return try run(request)
    }
  }

  /// Adds the request to a response or an error, if a middleware created it without one.
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
