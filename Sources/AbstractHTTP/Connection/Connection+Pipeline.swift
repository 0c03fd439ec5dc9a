extension Connection {
  /// The stages of the connection in their order, as they would run now.
  public var pipeline: ConnectionPipeline<ResponseModel> { pipeline(exchange: driver.exchange(of: nil)) }

  /// Changes the stages of the connection, starting with the next start or restart.
  ///
  /// ```swift
  /// connection.transform { $0.insert(unwrapping, after: \.validate) }
  /// ```
  ///
  /// - Parameter change: Changes the stages. Called once for every run, and when the stages are printed. Several
  ///   changes apply in the order in which they were added, after ``ConnectionConfig/transform``.
  @discardableResult
  public func transform(_ change: @escaping @Sendable (inout ConnectionPipeline<ResponseModel>) -> Void) -> Self {
    core.settings.withLock { settings in
      settings.transform = Transform(change, after: settings.transform as? Transform<ResponseModel>)
    }
    return self
  }

  private func pipeline(exchange: Stage<Request, Response>) -> ConnectionPipeline<ResponseModel> {
    let core = core
    let makeRequest = Stage<Void, Request>(outline: .stage("makeRequest")) { _ throws(ConnectionError) in
      .finished(try core.request())
    }
    var pipeline = ConnectionPipeline(
      exchanging: ExchangePipeline(
        makeRequest: makeRequest,
        exchange: exchange,
        validate: .validating(by: responseSpec)
      ),
      parse: parsing(by: responseSpec),
      deliver: DeliveryPlace(core.callbackInMainThread ? "deliver(main)" : "deliver")
    )
    core.settings.withLock { $0.shared.options.transform }?(&pipeline.exchanging)
    (core.settings.withLock { $0.transform } as? Transform<ResponseModel>)?.apply(to: &pipeline)
    return pipeline
  }

  private func parsing(by spec: some ResponseSpec<ResponseModel>) -> Stage<Response, ResponseModel> {
    .parsing(by: spec)
  }

  /// Joins the changed stages for a run.
  func transformed(for run: ConnectionDriver.Run) -> Stage<RunContext<Void>, RunContext<ParsedResponse>> {
    var pipeline = pipeline(exchange: driver.exchange(of: run))
    pipeline.exchanging.watchExchange(by: WeakRunTransfers(of: core, run: run.id))
    return pipeline.exchanging.joined
      .then(
        .running(pipeline.parse, isOwner: true) { context, model in
          context.with(ParsedResponse(response: context.value, model: model))
        }
      )
      .then(modelStage(pipeline.onReceivedModel.before))
      .then(.notifying("onReceivedModel", failing: .validation) { context in try context.notifyReceived() })
      .then(modelStage(pipeline.onReceivedModel.after.then(pipeline.deliver.before)))
  }

  /// Turns a stage of the model into one of the parsed response.
  private func modelStage(
    _ stage: Stage<ResponseModel, ResponseModel>
  ) -> Stage<RunContext<ParsedResponse>, RunContext<ParsedResponse>> {
    let onResponse = Stage<ParsedResponse, ParsedResponse>(outline: stage.outline) { parsed throws(ConnectionError) in
      guard case .fulfilled(let boxed) = parsed.settlement else { return .finished(parsed) }
      let with = { @Sendable (model: ResponseModel) in
        ParsedResponse(response: parsed.response, model: model)
      }
      do throws(ConnectionError) {
        switch try stage.run(unbox(boxed, as: ResponseModel.self)) {
        case .finished(let model): return .finished(with(model))
        case .suspended(let rest):
          return .suspended(rest.then { rest async throws(ConnectionError) in with(try await rest()) })
        }
      } catch {
        throw error.carrying(parsed.response.request, parsed.response)
      }
    }
    return .running(onResponse, isOwner: true) { context, parsed in context.with(parsed) }
  }
}

/// The changes to a connection's stages, in order.
private struct Transform<Model: Sendable>: Sendable {
  typealias Change = @Sendable (inout ConnectionPipeline<Model>) -> Void

  private let changes: [Change]

  init(_ change: @escaping Change, after former: Transform?) { changes = (former?.changes ?? []) + [change] }

  func apply(to pipeline: inout ConnectionPipeline<Model>) {
    for change in changes { change(&pipeline) }
  }
}

extension ExchangePipeline {
  /// Connects the transfers of a replaced exchange to the connection.
  fileprivate mutating func watchExchange(by watcher: any TransferWatcher) {
    let unwatched = exchange
    exchange = Stage(outline: unwatched.outline) { request throws(ConnectionError) in
      var request = request
      request.context[TransferWatcherKey.self] = watcher
      return try unwatched.run(request)
    }
  }

  /// The stages joined for a run, including the events between them.
  fileprivate var joined: Stage<RunContext<Void>, RunContext<Response>> {
    Stage<RunContext<Void>, RunContext<Request>>.making(makeRequest)
      .then(.running(onStart.before))
      .then(.notifying("onStart") { context in try context.notifyStart() })
      .then(.running(onStart.after))
      .then(.running(exchange, isOwner: false) { context, response in context.with(response) })
      .then(.running(onReceived.before, isOwner: false) { context, response in context.with(response) })
      .then(.notifying("onReceived", failing: .invalidResponse) { context in try context.notifyReceived() })
      .then(.running(onReceived.after))
      .then(.running(validate))
  }
}

extension Stage {
  /// Creates the request, unless the run repeats the last one.
  fileprivate static func making(_ stage: Stage<Void, Request>) -> Self
  where Input == RunContext<Void>, Output == RunContext<Request> {
    let making = Self.running(stage, isOwner: true) { context, request in context.with(request) }
    return Self(outline: stage.outline) { context throws(ConnectionError) in
      if let request = context.repeated { return .finished(context.with(request)) }
      return try making.run(context)
    }
  }

  fileprivate static func running<Value>(_ stage: Stage<Value, Value>) -> Self
  where Input == RunContext<Value>, Output == RunContext<Value> {
    .running(stage, isOwner: true) { context, value in context.with(value) }
  }

  /// Runs a stage on the value of a run context.
  ///
  /// - Parameter isOwner: Whether the run owns the connection's thread before and after the stage. It does, except from
  ///   the exchange to the next event. While the stage waits, another thread may become the owner.
  fileprivate static func running<Value, Next, NextValue>(
    _ stage: Stage<Value, Next>,
    isOwner: Bool,
    _ with: @escaping @Sendable (RunContext<Value>, Next) -> RunContext<NextValue>
  ) -> Self where Input == RunContext<Value>, Output == RunContext<NextValue> {
    Self(outline: stage.outline) { context throws(ConnectionError) in
      if isOwner { try context.checkCurrent() }
      do throws(ConnectionError) {
        switch try stage.run(context.value) {
        case .finished(let next):
          return .finished(with(context, next))
        case .suspended(let rest):
          return .suspended(
            rest.then { rest async throws(ConnectionError) in
              context.leave()
              let next = try await context.carrying(rest)
              if isOwner { try context.enter() }
              return with(context, next)
            }
          )
        }
      } catch {
        throw error.carrying(from: context.value)
      }
    }
  }
}
