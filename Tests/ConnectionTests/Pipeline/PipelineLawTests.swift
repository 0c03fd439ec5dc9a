import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The laws of joining, over generated pipelines.
@Suite(.timeLimit(.minutes(1)))
struct PipelineLawTests {
  @Test(.serialized, arguments: 0..<60)
  func `joining is associative`(seed: Int) async {
    var random = Generator(seed)
    let made = Made.list(&random)
    let tree = random

    let left = await Seen(made) { stages in stages.dropFirst().reduce(stages[0]) { $0.then($1) } }
    let right = await Seen(made) { stages in
      stages.dropLast().reversed().reduce(stages[stages.count - 1]) { $1.then($0) }
    }
    let any = await Seen(made) { stages in
      var random = tree
      return joined(stages[...], &random)
    }

    #expect(left == right)
    #expect(left == any)
  }

  @Test(.serialized, arguments: 0..<60)
  func `the identity, wherever it is put, changes nothing`(seed: Int) async {
    var random = Generator(seed)
    let made = Made.list(&random)
    let place = Int.random(in: 0...made.count, using: &random)

    let without = await Seen(made) { stages in stages.dropFirst().reduce(stages[0]) { $0.then($1) } }
    let with = await Seen(made) { stages in
      var stages = stages
      stages.insert(.identity, at: place)
      return stages.dropFirst().reduce(stages[0]) { $0.then($1) }
    }

    #expect(without == with)
  }

  @Test(.serialized, arguments: 0..<60)
  func `suspends at its first stage that does, and not before`(seed: Int) async {
    var random = Generator(seed)
    let made = Made.list(&random)

    let seen = await Seen(made) { stages in stages.dropFirst().reduce(stages[0]) { $0.then($1) } }

    #expect(seen.isSuspended == (made.compactMap(\.suspends).first ?? false))
  }

  @Test(.serialized, arguments: 0..<60)
  func `a pipeline that doesn't suspend is settled when start returns`(seed: Int) async {
    var random = Generator(seed)
    let made = Made.list(&random)
    let pipeline = Pipeline(made.map { $0.stage(Record()) }.reduce(.identity) { $0.then($1) })
    let suspends = made.compactMap(\.suspends).first ?? false

    let promise = pipeline.start(1)
    let atOnce = promise.settled
    let result = await pipeline.result(1)
    let outcome = await promise.outcome

    if !suspends { #expect(atOnce != nil) }
    switch result {
    case .success(let output): #expect(outcome.value == output)
    case .failure(let error): #expect(outcome.errorInfo?.error?.type == error.type)
    }
    #expect(outcome.errorInfo?.isCancelled ?? false == (result.failure?.type == .cancelled))
  }

  @Test(.serialized, arguments: 0..<60)
  func `stages run in order, up to the first that fails, each once`(seed: Int) async {
    var random = Generator(seed)
    let made = Made.list(&random).filter { $0 != .identity }
    guard !made.isEmpty else { return }
    let failure = made.firstIndex {
      switch $0 {
      case .failing, .failingLater: true
      default: false
      }
    }

    let seen = await Seen(made) { stages in stages.dropFirst().reduce(stages[0]) { $0.then($1) } }

    let names = made.map { $0.stage(Record()).description }
    #expect(seen.description == names.joined(separator: " → "))
    #expect(
      seen.effects.map { String($0.prefix { $0 != " " }) } == Array(names.prefix((failure ?? names.count - 1) + 1))
    )
    #expect((seen.output == nil) == (failure != nil))
  }

  /// The stages joined in their order, by brackets put at random.
  private func joined(_ stages: ArraySlice<Stage<Int, Int>>, _ random: inout Generator) -> Stage<Int, Int> {
    guard stages.count > 1 else { return stages[stages.startIndex] }
    let cut = Int.random(in: stages.startIndex + 1..<stages.endIndex, using: &random)
    return joined(stages[..<cut], &random).then(joined(stages[cut...], &random))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
