/// The engine for some settings, created when it is first used. Equal settings share one reference.
///
/// A connector holds the engine of its settings, so that its connections are kept as long as the connector exists.
final class SharedEngine: Sendable {
  /// The engine of the default settings.
  static let standard = SharedEngine(EngineSettings())
  // NB: two threads must not create libcurl's handles at once.
  private static let making = Locked(())

  let settings: EngineSettings
  private let engine = Locked<(any TransferEngine)?>(nil)

  fileprivate init(_ settings: EngineSettings) { self.settings = settings }

  /// - Returns: `nil` for the default settings.
  static func of(_ settings: EngineSettings) -> SharedEngine? {
    settings == standard.settings ? nil : SharedEngines.shared.engine(for: settings)
  }

  /// - Throws: ``TransferRefusal`` for settings that the system can't honor.
  func get() throws(TransferRefusal) -> any TransferEngine {
    if let engine = engine.withLock({ $0 }) { return engine }
    try settings.check()
    // A setup is the user's code, and makes no handles of libcurl.
    let made =
      settings.sessionSetup == nil
      ? try Self.making.withLock { _ in Result { () throws(TransferRefusal) in try makeOnce() } }.get() : try makeOnce()
    if self !== Self.standard { SharedEngines.shared.keep(self) }
    return made
  }

  /// Releases the engine, which closes its idle connections. Exchanges in flight end on their own connections.
  func drop() {
    let dropped = engine.withLock { $0.take() }
    withExtendedLifetime(dropped) {}
  }

  private func makeOnce() throws(TransferRefusal) -> any TransferEngine {
    if let engine = engine.withLock({ $0 }) { return engine }
    let made = try make()
    return engine.withLock { engine in
      // Another thread may have been faster.
      engine = engine ?? made
      return engine ?? made
    }
  }

  private func make() throws(TransferRefusal) -> any TransferEngine {
    #if os(Linux)
      if self === Self.standard { return CurlEngine() ?? URLSessionEngine.shared }
      if settings.kind != .urlSession {
        if settings.sessionSetup != nil, CurlEngine.isLoaded { throw .unsupported("sessionSetup", by: "libcurl") }
        if let engine = try CurlEngine(settings) { return engine }
        if settings.kind == .libcurl { throw .unsupported("libcurl 7.68", by: "this system") }
      }
    #else
      if settings.kind == .libcurl { throw .unsupported("libcurl", by: "this system") }
    #endif
    return try URLSessionEngine.with(settings)
  }
}

/// The engines of the process that don't have the default settings.
final class SharedEngines: Sendable {
  fileprivate struct Entry {
    weak var engine: SharedEngine?
  }

  fileprivate struct State {
    var entries: [EngineSettings: Entry] = [:]
    /// The engines that are kept even without a connector, with the most recently used one last.
    var kept: [SharedEngine] = []
  }

  static let shared = SharedEngines()

  /// The number of engines that are kept without a connector.
  static let limit = 8

  private let state = Locked(State())

  func engine(for settings: EngineSettings) -> SharedEngine {
    state.withLock { state in
      if let engine = state.entries[settings]?.engine {
        state.touch(engine)
        return engine
      }
      if state.entries.count > 4 * Self.limit { state.entries = state.entries.filter { $0.value.engine != nil } }
      let engine = SharedEngine(settings)
      state.entries[settings] = Entry(engine: engine)
      return engine
    }
  }

  /// Keeps an engine that now has connections until others replace it.
  fileprivate func keep(_ engine: SharedEngine) {
    let dropped = state.withLock { state -> SharedEngine? in
      state.touch(engine)
      guard !state.kept.contains(where: { $0 === engine }) else { return nil }
      state.kept.append(engine)
      return state.kept.count > Self.limit ? state.kept.removeFirst() : nil
    }
    withExtendedLifetime(dropped) {}
  }
}

extension SharedEngines.State {
  /// Moves a kept engine to the end.
  fileprivate mutating func touch(_ engine: SharedEngine) {
    guard let index = kept.firstIndex(where: { $0 === engine }), index != kept.count - 1 else { return }
    kept.append(kept.remove(at: index))
  }
}
