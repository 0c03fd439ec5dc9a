import AbstractHTTP
import Foundation
public import Measuring

/// Prints what middleware costs where it has nothing to do, and how a limiter scales:
/// `Benchmarks Middleware`.
public enum MiddlewareBenchmarks {
  /// What is measured, by the name of the row.
  private static let middleware: [(name: String, middleware: Middleware)] = [
    ("observe", .observe { _ in }),
    ("headers", .headers(["Accept": "*/*"])),
    ("fallback", .fallback(to: Response())),
    ("coalesce", .coalesce()),
    ("cache", .cache(MemoryCache())),
    ("timeout, attempt and total", .timeout(attempt: .seconds(10), total: .seconds(60))),
    ("retry", .retry()),
    ("bearer", .bearer(BearerTokens(BearerToken(access: "a")) { $0 })),
    ("rateLimit", .rateLimit(1_000_000_000, per: .seconds(1), burst: 1_000_000)),
    ("circuitBreaker", .circuitBreaker()),
    ("concurrencyLimit", .concurrencyLimit(10)),
    ("hedge", .hedge()),
    ("log, to nobody", .log(.basic) { _ in }),
    ("record", .record(into: HTTPArchiveRecorder(byteLimit: 100_000))),
  ]

  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async {
    await Idle.report(middleware, isShort: options.isShort)
    await Limiter.report(isShort: options.isShort)
  }
}
