/// A gate at which tasks wait until a test opens it.
///
/// ```swift
/// let gate = Gate()
/// server.on(.get, "/slow", .text("at last").held(at: gate))
/// // … the request is on its way, and nothing comes back …
/// gate.open()                          // now it does
/// ```
///
/// It opens once, and stays open. All members may be used from any thread.
public final class Gate: Sendable {
  private let state = ObservedValue(false)

  /// Creates a closed gate.
  public init() {}

  /// Whether the gate has been opened.
  public var isOpen: Bool { state.value }

  /// Opens the gate for current and future waiters.
  public func open() { state.update { $0 = true } }

  /// Waits until the gate is open, and returns at once if it already is.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func wait() async throws {
    try await state.wait { $0 }
  }
}
