/// Keeps running connections alive, so that no other object has to.
///
/// A connection is in its holder from its start until just before its `onEnd`, and a call that is queued behind another
/// from the moment it is requested. Connections use ``shared`` by default. To cancel everything that a screen has
/// started, give the screen's connections a separate holder:
///
/// ```swift
/// connection.holder = screen.holder
/// screen.holder.cancelAll()
/// ```
public final class ConnectionHolder: Sendable {
  /// The default holder of connections.
  public static let shared = ConnectionHolder()

  fileprivate struct Entry {
    let connection: any ConnectionTask
    /// The first place in the entry. Earlier places belong to a removed entry.
    let first: Int
    /// How many of the connection's calls are in it.
    var calls = 0
  }

  fileprivate struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var listeners: [any ConnectionHolderListener] = []
    var lastPlace = 0
  }

  private let state = Locked(State())

  /// Creates an empty holder.
  public init() {}

  /// The number of connections in the holder.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Returns whether the holder contains the connection.
  public func contains(_ connection: any ConnectionTask) -> Bool {
    state.withLock { $0.entries[ObjectIdentifier(connection)] != nil }
  }

  /// Adds a connection in constant time. Adding a connection again has no effect.
  public func add(_ connection: any ConnectionTask) {
    tellAdded(connection, state.withLock { $0.add(connection, calls: 0) }.listeners)
  }

  /// Removes a connection in constant time.
  public func remove(_ connection: any ConnectionTask) {
    let listeners = state.withLock { state -> [any ConnectionHolderListener] in
      state.entries.removeValue(forKey: ObjectIdentifier(connection)) == nil ? [] : state.listeners
    }
    tellRemoved(connection, listeners)
  }

  /// The connections in the holder, in no particular order.
  public var connections: [any ConnectionTask] { state.withLock { $0.entries.values.map(\.connection) } }

  /// Cancels every connection that is in the holder now.
  public func cancelAll() { for connection in connections { connection.cancel() } }

  /// Adds a listener and retains it. A listener that was already added is still called once.
  public func addListener(_ listener: any ConnectionHolderListener) {
    state.withLock { state in
      if !state.listeners.contains(where: { $0 === listener }) { state.listeners.append(listener) }
    }
  }

  /// Removes a listener.
  public func removeListener(_ listener: any ConnectionHolderListener) {
    state.withLock { $0.listeners.removeAll { $0 === listener } }
  }

  private func tellAdded(_ connection: any ConnectionTask, _ listeners: [any ConnectionHolderListener]) {
    for listener in listeners { listener.onAdded(connection: connection, holder: self) }
  }

  private func tellRemoved(_ connection: any ConnectionTask, _ listeners: [any ConnectionHolderListener]) {
    for listener in listeners { listener.onRemoved(connection: connection, holder: self) }
  }
}

/// The place of one call in a holder. A connection is removed with the last of its calls.
struct ConnectionHold: Sendable {
  let holder: ConnectionHolder
  fileprivate let place: Int

  /// Returns the place. Does nothing if the connection was removed.
  func release(_ connection: any ConnectionTask) { holder.release(place, of: connection) }
}

extension ConnectionHolder {
  /// Holds a connection for one of its calls.
  func hold(_ connection: any ConnectionTask) -> ConnectionHold {
    let added = state.withLock { $0.add(connection, calls: 1) }
    tellAdded(connection, added.listeners)
    return ConnectionHold(holder: self, place: added.place)
  }

  fileprivate func release(_ place: Int, of connection: any ConnectionTask) {
    tellRemoved(connection, state.withLock { $0.release(place, of: connection) })
  }
}

extension ConnectionHolder.State {
  /// Adds a connection, or counts another of its calls.
  ///
  /// - Returns: The place, and the listeners to notify.
  fileprivate mutating func add(
    _ connection: any ConnectionTask,
    calls: Int
  ) -> (place: Int, listeners: [any ConnectionHolderListener]) {
    lastPlace += 1
    let former = entries.count
    entries[ObjectIdentifier(connection), default: .init(connection: connection, first: lastPlace)].calls += calls
    return (lastPlace, entries.count == former ? [] : listeners)
  }

  /// Returns a place, and removes the connection with its last one.
  ///
  /// - Returns: The listeners to notify.
  fileprivate mutating func release(
    _ place: Int,
    of connection: any ConnectionTask
  ) -> [any ConnectionHolderListener] {
    guard let index = entries.index(forKey: ObjectIdentifier(connection)), entries.values[index].first <= place else {
      return []
    }
    entries.values[index].calls -= 1
    guard entries.values[index].calls <= 0 else { return [] }
    entries.remove(at: index)
    return listeners
  }
}

/// Observes the connections in a holder, on the threads that add and remove them.
public protocol ConnectionHolderListener: AnyObject, Sendable {
  /// Called when a connection has started and is in the holder.
  func onAdded(connection: any ConnectionTask, holder: ConnectionHolder)
  /// Called when a connection has been removed and is about to end.
  func onRemoved(connection: any ConnectionTask, holder: ConnectionHolder)

  /// Called when a connection has started and is in the holder: the same event, with the number of connections.
  func onAdded(connection: any ConnectionTask, count: Int)
  /// Called when a connection has been removed: the same event, with the number of remaining connections.
  func onRemoved(connection: any ConnectionTask, count: Int)
}

extension ConnectionHolderListener {
  /// Calls the method with a count.
  public func onAdded(connection: any ConnectionTask, holder: ConnectionHolder) {
    onAdded(connection: connection, count: holder.count)
  }
  /// Calls the method with a count.
  public func onRemoved(connection: any ConnectionTask, holder: ConnectionHolder) {
    onRemoved(connection: connection, count: holder.count)
  }
  /// Does nothing.
  public func onAdded(connection: any ConnectionTask, count: Int) {}
  /// Does nothing.
  public func onRemoved(connection: any ConnectionTask, count: Int) {}
}
