/// Keeps running connections alive, so that nobody else has to.
///
/// A connection is in its holder from its start until just before its `onEnd`. ``shared`` serves unless a connection is given
/// another, such as one a screen, to cancel what the screen began:
///
/// ```swift
/// connection.holder = screen.holder
/// screen.holder.cancelAll()
/// ```
public final class ConnectionHolder: Sendable {
  /// The holder that every connection starts with.
  public static let shared = ConnectionHolder()

  private struct State {
    var connections: [ObjectIdentifier: any ConnectionTask] = [:]
    var listeners: [any ConnectionHolderListener] = []
  }

  private let state = Locked(State())

  /// Makes an empty holder.
  public init() {}

  /// How many connections it holds.
  public var count: Int { state.withLock { $0.connections.count } }

  /// Whether it holds the connection.
  public func contains(_ connection: any ConnectionTask) -> Bool {
    state.withLock { $0.connections[ObjectIdentifier(connection)] != nil }
  }

  /// Holds a connection, in constant time; one that is held already stays held once.
  public func add(_ connection: any ConnectionTask) {
    let listeners = state.withLock { state -> [any ConnectionHolderListener] in
      let former = state.connections.updateValue(connection, forKey: ObjectIdentifier(connection))
      return former == nil ? state.listeners : []
    }
    for listener in listeners { listener.onAdded(connection: connection, holder: self) }
  }

  /// Lets go of a connection, in constant time.
  public func remove(_ connection: any ConnectionTask) {
    let listeners = state.withLock { state -> [any ConnectionHolderListener] in
      state.connections.removeValue(forKey: ObjectIdentifier(connection)) == nil ? [] : state.listeners
    }
    for listener in listeners { listener.onRemoved(connection: connection, holder: self) }
  }

  /// The connections that are held, in no order.
  public var connections: [any ConnectionTask] { state.withLock { Array($0.connections.values) } }

  /// Cancels every connection that it holds now.
  public func cancelAll() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.cancel() }
  }

  /// Adds a watcher; it is held.
  public func addListener(_ listener: any ConnectionHolderListener) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// Removes a watcher.
  public func removeListener(_ listener: any ConnectionHolderListener) {
    state.withLock { $0.listeners.removeAll { $0 === listener } }
  }
}

/// Watches what a holder holds, on whatever thread adds and removes.
public protocol ConnectionHolderListener: AnyObject, Sendable {
  /// A connection has begun and is held.
  func onAdded(connection: any ConnectionTask, holder: ConnectionHolder)
  /// A connection is about to end and is held no longer.
  func onRemoved(connection: any ConnectionTask, holder: ConnectionHolder)
}

extension ConnectionHolderListener {
  /// Does nothing.
  public func onAdded(connection: any ConnectionTask, holder: ConnectionHolder) {}
  /// Does nothing.
  public func onRemoved(connection: any ConnectionTask, holder: ConnectionHolder) {}
}
