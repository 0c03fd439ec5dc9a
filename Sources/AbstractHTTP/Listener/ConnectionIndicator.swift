import Dispatch

/// Shows that connections are in flight. One indicator serves any number of connections.
///
/// It counts connections by identity, so that the count is correct regardless of how a call ends, and never negative.
///
/// ```swift
/// let indicator = ConnectionIndicator(show: { spinner.start() }, hide: { spinner.stop() })
/// connection.addListener(indicator)
/// ```
public final class ConnectionIndicator: ConnectionListener {
  private let inFlight = Locked<Set<ObjectIdentifier>>([])
  private let update: @MainActor @Sendable (_ count: Int) -> Void

  /// Creates an indicator that calls a closure with the number of connections in flight.
  ///
  /// - Parameter update: Called on the main thread after a change, with the current number.
  public init(update: @escaping @MainActor @Sendable (_ count: Int) -> Void) {
    self.update = update
  }

  /// Creates an indicator from two closures, called on the main thread when the first connection starts and when the
  /// last one ends.
  ///
  /// - Parameters:
  ///   - show: Called when the first connection starts.
  ///   - hide: Called when the last connection ends.
  public convenience init(
    show: @escaping @MainActor @Sendable () -> Void,
    hide: @escaping @MainActor @Sendable () -> Void
  ) {
    let visibility = Visibility()
    self.init { count in
      guard visibility.isShown != (count > 0) else { return }
      visibility.isShown = count > 0
      if count > 0 { show() } else { hide() }
    }
  }

  /// The number of connections in flight.
  public var referenceCount: Int { inFlight.withLock { $0.count } }

  /// Adds the connection to the count.
  public func onStart(connection: any ConnectionTask, request: Request) {
    if inFlight.withLock({ $0.insert(ObjectIdentifier(connection)).inserted }) { show() }
  }

  /// Removes the connection from the count.
  public func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    if inFlight.withLock({ $0.remove(ObjectIdentifier(connection)) != nil }) { show() }
  }

  /// Shows the current number, so that changes on several threads can't overtake each other.
  private func show() {
    DispatchQueue.main.async {
      MainActor.assumeIsolated { self.update(self.referenceCount) }
    }
  }

  @MainActor
  private final class Visibility {
    var isShown = false

    nonisolated init() {}
  }
}

#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension ConnectionIndicator {
    /// Creates an indicator from views. While connections are in flight, the first view is visible, and the second one
    /// animates.
    @MainActor
    public convenience init(view: UIView, activityIndicatorView: UIActivityIndicatorView? = nil) {
      self.init(
        show: {
          view.isHidden = false
          activityIndicatorView?.startAnimating()
        },
        hide: {
          view.isHidden = true
          activityIndicatorView?.stopAnimating()
        }
      )
    }
  }
#endif
