/// A gate that tasks wait at until a test opens it.
///
/// ```swift
/// let gate = Gate()
/// server.on(.get, "/slow", .text("at last").held(at: gate))
/// // … the request is on its way, and nothing comes back …
/// gate.open()                          // now it does
/// ```
///
/// It opens once, and stays open. Safe from any thread.
public final class Gate: Sendable {
  private let state = ObservedValue(false)

  /// Makes a closed gate.
  public init() {}

  /// Whether the gate has been opened.
  public var isOpen: Bool { state.value }

  /// Lets through whoever waits, and whoever comes later.
  public func open() { state.update { $0 = true } }

  /// Waits until the gate is open; returns at once where it is.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  public func wait() async throws {
    try await state.wait { $0 }
  }
}
