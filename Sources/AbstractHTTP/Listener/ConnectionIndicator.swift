import Dispatch

/// Shows that connections are in flight: one indicator for any number of them.
///
/// It counts connections by identity, so that the count is right however a call ends, and never goes below zero.
///
/// ```swift
/// let indicator = ConnectionIndicator(show: { spinner.start() }, hide: { spinner.stop() })
/// connection.addListener(indicator)
/// ```
public final class ConnectionIndicator: ConnectionListener {
  private let inFlight = Locked<Set<ObjectIdentifier>>([])
  private let update: @MainActor @Sendable (_ count: Int) -> Void

  /// Makes an indicator that is told how many connections are in flight.
  ///
  /// - Parameter update: Called on the main thread after a change, with the number at that moment.
  public init(update: @escaping @MainActor @Sendable (_ count: Int) -> Void) {
    self.update = update
  }

  /// Makes an indicator of two closures, called on the main thread: as the first connection begins, and as the last ends.
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

  /// How many connections are in flight.
  public var referenceCount: Int { inFlight.withLock { $0.count } }

  /// Counts the connection.
  public func onStart(connection: any ConnectionTask, request: Request) {
    if inFlight.withLock({ $0.insert(ObjectIdentifier(connection)).inserted }) { show() }
  }

  /// Counts the connection no longer.
  public func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    if inFlight.withLock({ $0.remove(ObjectIdentifier(connection)) != nil }) { show() }
  }

  /// Shows the number of that moment, so that changes on several threads cannot overtake each other.
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
    /// Makes an indicator of views: the first is visible, and the second turns, while connections are in flight.
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
