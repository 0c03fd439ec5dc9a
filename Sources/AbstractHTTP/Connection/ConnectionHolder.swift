/// Keeps running connections alive, so that nobody else has to.
///
/// A connection is in its holder from its start until just before its `onEnd`, and a call that is queued behind another from
/// the moment it's asked for. ``shared`` serves unless a connection is given
/// another, such as one a screen, to cancel what the screen began:
///
/// ```swift
/// connection.holder = screen.holder
/// screen.holder.cancelAll()
/// ```
public final class ConnectionHolder: Sendable {
  /// The holder that every connection starts with.
  public static let shared = ConnectionHolder()

  fileprivate struct Entry {
    let connection: any ConnectionTask
    /// The first place that was taken in it: those before belong to an entry that was removed.
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

  /// Makes an empty holder.
  public init() {}

  /// How many connections it holds.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Whether it holds the connection.
  public func contains(_ connection: any ConnectionTask) -> Bool {
    state.withLock { $0.entries[ObjectIdentifier(connection)] != nil }
  }

  /// Holds a connection, in constant time; one that is held already stays held once.
  public func add(_ connection: any ConnectionTask) {
    tellAdded(connection, state.withLock { $0.add(connection, calls: 0) }.listeners)
  }

  /// Lets go of a connection, in constant time.
  public func remove(_ connection: any ConnectionTask) {
    let listeners = state.withLock { state -> [any ConnectionHolderListener] in
      state.entries.removeValue(forKey: ObjectIdentifier(connection)) == nil ? [] : state.listeners
    }
    tellRemoved(connection, listeners)
  }

  /// The connections that are held, in no order.
  public var connections: [any ConnectionTask] { state.withLock { $0.entries.values.map(\.connection) } }

  /// Cancels every connection that it holds now.
  public func cancelAll() { for connection in connections { connection.cancel() } }

  /// Adds a watcher; it is held. One that is there already is called once.
  public func addListener(_ listener: any ConnectionHolderListener) {
    state.withLock { state in
      if !state.listeners.contains(where: { $0 === listener }) { state.listeners.append(listener) }
    }
  }

  /// Removes a watcher.
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

/// The place of one call in a holder. A connection leaves with the last of its calls.
struct ConnectionHold: Sendable {
  let holder: ConnectionHolder
  fileprivate let place: Int

  /// Gives the place back; once the connection was removed, this does nothing.
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
  /// Adds a connection, or counts its calls.
  ///
  /// - Returns: The place, and the listeners to tell.
  fileprivate mutating func add(
    _ connection: any ConnectionTask,
    calls: Int
  ) -> (place: Int, listeners: [any ConnectionHolderListener]) {
    lastPlace += 1
    let former = entries.count
    entries[ObjectIdentifier(connection), default: .init(connection: connection, first: lastPlace)].calls += calls
    return (lastPlace, entries.count == former ? [] : listeners)
  }

  /// Gives a place back, and removes the connection with its last one.
  ///
  /// - Returns: The listeners to tell.
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

/// Watches what a holder holds, on whatever thread adds and removes.
public protocol ConnectionHolderListener: AnyObject, Sendable {
  /// A connection has begun and is held.
  func onAdded(connection: any ConnectionTask, holder: ConnectionHolder)
  /// A connection is about to end and is held no longer.
  func onRemoved(connection: any ConnectionTask, holder: ConnectionHolder)

  /// A connection has begun and is held: the same event, with the number of connections that are held.
  func onAdded(connection: any ConnectionTask, count: Int)
  /// A connection is held no longer: the same event, with the number of connections that are held.
  func onRemoved(connection: any ConnectionTask, count: Int)
}

extension ConnectionHolderListener {
  /// Calls the form with a count.
  public func onAdded(connection: any ConnectionTask, holder: ConnectionHolder) {
    onAdded(connection: connection, count: holder.count)
  }
  /// Calls the form with a count.
  public func onRemoved(connection: any ConnectionTask, holder: ConnectionHolder) {
    onRemoved(connection: connection, count: holder.count)
  }
  /// Does nothing.
  public func onAdded(connection: any ConnectionTask, count: Int) {}
  /// Does nothing.
  public func onRemoved(connection: any ConnectionTask, count: Int) {}
}
