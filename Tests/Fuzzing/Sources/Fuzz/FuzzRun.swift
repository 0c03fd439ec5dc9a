import CFuzzer
import Foundation
import Synchronization

/// The target of this process, and what is done with each input.
enum FuzzRun {
  private static let target = Mutex<FuzzTarget?>(nil)
  private static let turns = Atomic<Int>(0)

  /// How many inputs pass between two that are made long: each costs as much as many short ones.
  private static let interval = 2_048
  private static let (short, long) = (16_384, 65_536)
  /// Four times the input may take ten times as long; the square would take sixteen times as long.
  private static let growth: UInt64 = 10
  /// Below this time, in nanoseconds, a long input is fast enough in any case.
  private static let floor: UInt64 = 50_000_000

  static func begin(_ target: FuzzTarget) { self.target.withLock { $0 = target } }

  /// Checks an input, and now and then how the time grows with its length.
  static func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let target = target.withLock({ $0 }) else { return }
    let input = Array(bytes)
    do {
      try target.check(input)
      if turns.add(1, ordering: .relaxed).newValue % interval == 0 { try checkGrowth(of: target, input) }
    } catch {
      // NB: written at once, because nothing that is buffered survives the failure.
      FileHandle.standardError.write(Data("\(target.name): \(error)\n".utf8))
      fuzzer_fail()
    }
  }

  private static func checkGrowth(of target: FuzzTarget, _ input: [UInt8]) throws {
    guard !input.isEmpty else { return }
    let (shortInput, longInput) = (repeated(input, to: short), repeated(input, to: long))
    var ratios: [String] = []
    // The time of a single run may be that of something else, such as the first use of a table.
    for _ in 0..<3 {
      let (least, most) = (try time(target, shortInput), try time(target, longInput))
      if most < floor || most < least * growth { return }
      ratios.append("\(least / 1_000) µs → \(most / 1_000) µs")
    }
    try? Data(longInput).write(to: URL(filePath: "slow-\(target.name)"))
    throw FuzzTarget.Broken(description: "four times the input takes \(ratios.joined(separator: ", "))")
  }

  private static func time(_ target: FuzzTarget, _ input: [UInt8]) throws -> UInt64 {
    let start = fuzzer_thread_nanoseconds()
    do {
      try target.check(input)
    } catch {
      try? Data(input).write(to: URL(filePath: "long-\(target.name)"))
      throw error
    }
    return fuzzer_thread_nanoseconds() - start
  }

  /// The input with a part of it repeated. Which part depends on the bytes alone, so that a finding can be repeated.
  private static func repeated(_ input: [UInt8], to length: Int) -> [UInt8] {
    let hash = input.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let start = Int(hash % UInt64(input.count))
    let count = 1 + Int((hash >> 32) % UInt64(input.count - start))
    var output = Array(input[..<start])
    let part = input[start..<(start + count)]
    let end = input[(start + count)...]
    output.reserveCapacity(length + input.count)
    while output.count + end.count < length { output += part }
    return output + end
  }
}
