/// The engines of the process, by their settings: those of the default settings, and the last few others that were used.
///
/// An engine that is dropped ends with its last exchange.
final class TransferEngines: Sendable {
  fileprivate struct State {
    var standard: (any TransferEngine)?
    /// The engine that was used last comes last.
    var others: [(settings: EngineSettings, engine: any TransferEngine)] = []
  }

  static let shared = TransferEngines()

  /// How many engines with other settings than the default ones are kept.
  static let limit = 8

  private let state = Locked(State())
  // NB: libcurl's handles must not be made by two threads at once.
  private let making = Locked(())

  /// The engine for settings; `nil` stands for the default ones.
  func engine(for shared: SharedEngineSettings?) throws(TransferRefusal) -> any TransferEngine {
    guard let settings = shared?.settings else { return standard }
    if let engine = state.withLock({ $0.take(settings) }) { return engine }
    try settings.check()
    return try making.withLock { _ in
      Result { () throws(TransferRefusal) in
        // Another thread may have been faster.
        if let engine = state.withLock({ $0.take(settings) }) { return engine }
        let engine = try Self.make(settings)
        let dropped = state.withLock { $0.add(engine, settings) }
        withExtendedLifetime(dropped) {}
        return engine
      }
    }.get()
  }

  /// Lets go of an engine, whose idle connections are closed. Exchanges that are under way end on theirs.
  func drop(_ shared: SharedEngineSettings?) {
    let dropped = state.withLock { state -> (any TransferEngine)? in
      guard let settings = shared?.settings else { return state.standard.take() }
      guard let index = state.others.firstIndex(where: { $0.settings == settings }) else { return nil }
      return state.others.remove(at: index).engine
    }
    withExtendedLifetime(dropped) {}
  }

  private var standard: any TransferEngine {
    if let engine = state.withLock({ $0.standard }) { return engine }
    return making.withLock { _ in
      if let engine = state.withLock({ $0.standard }) { return engine }
      let engine = Self.makeStandard()
      state.withLock { $0.standard = engine }
      return engine
    }
  }

  private static func makeStandard() -> any TransferEngine {
    #if os(Linux)
      return CurlEngine() ?? URLSessionEngine.shared
    #else
      return URLSessionEngine()
    #endif
  }

  private static func make(_ settings: EngineSettings) throws(TransferRefusal) -> any TransferEngine {
    #if os(Linux)
      if settings.kind != .urlSession {
        if let engine = try CurlEngine(settings) { return engine }
        if settings.kind == .libcurl { throw .unsupported("libcurl 7.68", by: "this system") }
      }
    #else
      if settings.kind == .libcurl { throw .unsupported("libcurl", by: "this system") }
    #endif
    return try URLSessionEngine.with(settings)
  }
}

extension TransferEngines.State {
  fileprivate mutating func take(_ settings: EngineSettings) -> (any TransferEngine)? {
    guard let index = others.lastIndex(where: { $0.settings == settings }) else { return nil }
    if index != others.count - 1 { others.append(others.remove(at: index)) }
    return others.last?.engine
  }

  /// - Returns: The engine whose place it takes.
  fileprivate mutating func add(_ engine: any TransferEngine, _ settings: EngineSettings) -> (any TransferEngine)? {
    others.append((settings, engine))
    return others.count > TransferEngines.limit ? others.removeFirst().engine : nil
  }
}
