public import Dispatch

/// The place where a handler runs, if that isn't the thread that settles its promise.
@usableFromInline
struct HandlerPlace: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  @usableFromInline static let mainActor = HandlerPlace { work in
    Task { @MainActor in work() }
  }

  @usableFromInline
  static func actor(_ actor: some Actor) -> HandlerPlace {
    HandlerPlace { work in
      Task { await actor.perform(work) }
    }
  }

  @usableFromInline
  static func queue(_ queue: DispatchQueue) -> HandlerPlace {
    HandlerPlace { work in queue.async(execute: work) }
  }
}

extension Actor {
  fileprivate func perform(_ work: @Sendable () -> Void) { work() }
}

/// The settlements that a handler handles. Others pass through.
@usableFromInline
enum HandledSettlements: Sendable {
  case values
  case failures
  case all

  func contains(_ settlement: AnyOutcome) -> Bool {
    switch (self, settlement) {
    case (.all, _), (.values, .fulfilled): true
    case (.values, _), (.failures, .fulfilled): false
    case (.failures, _): true
    }
  }
}

extension Promise {
  /// Returns the promise that a link settles elsewhere, given this promise's settlement.
  @usableFromInline
  func derived<NextProgress, Next, NextFailure>(
    on place: HandlerPlace,
    for handled: HandledSettlements,
    sharesFailure: Bool = true,
    _ link: @escaping PromiseLink
  ) -> Promise<NextProgress, Next, NextFailure> {
    derived(sharesFailure: sharesFailure) { settlement in
      handled.contains(settlement) ? .hop(place) { link(settlement) } : link(settlement)
    }
  }
}

extension Promise {
  /// Calls a handler in another place, unless its token, or that of its chain, is removed before its turn.
  func hopping<Input: Sendable>(
    to place: HandlerPlace,
    until token: HandlerToken?,
    _ handler: @escaping @Sendable (Input) -> Void
  ) -> @Sendable (Input) -> Void {
    let handlers = (scope?.handlers ?? []) + (token.map { [$0.handlers] } ?? [])
    return { input in
      place.run { if !handlers.contains(where: \.isRemoved) { handler(input) } }
    }
  }
}
