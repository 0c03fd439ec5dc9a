import Foundation
import InMemoryTracing
import Synchronization
import Tracing

/// A tracer in memory that writes the W3C Trace Context, as those of OpenTelemetry do.
struct TraceContextTracer: Tracer {
  let memory: InMemoryTracer

  init() {
    let (traces, spans) = (Counter(), Counter())
    memory = InMemoryTracer(
      idGenerator: .init(
        nextTraceID: { String(format: "%032x", traces.next()) },
        nextSpanID: { String(format: "%016x", spans.next()) }
      )
    )
  }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> InMemorySpan {
    memory.startSpan(
      operationName,
      context: context(),
      ofKind: kind,
      at: instant(),
      function: function,
      file: fileID,
      line: line
    )
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Carrier == Inject.Carrier {
    guard let span = context.inMemorySpanContext else { return }
    injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Carrier == Extract.Carrier {}

  private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }
}
