import AbstractHTTP
import Measuring
import NIOCore
import NIOPosix
import OpenCombine

struct Mishap: Error {}

typealias Number = AbstractHTTP.Promise<Never, Int, Mishap>
typealias Combined = AnyPublisher<Int, Mishap>

/// The loop on which the futures of NIO live: they are measured there, where they are fastest.
let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

extension Contestant {
  static func ours(_ operation: @escaping @Sendable () -> Void) -> Self {
    Contestant("AbstractHTTP") { times in for _ in 0..<times { operation() } }
  }

  static func nio(_ operation: @escaping @Sendable () -> Void) -> Self {
    Contestant("NIO") { times in
      try? await loop.submit { for _ in 0..<times { operation() } }.get()
    }
  }

  static func combine(takesPart: Bool = true, _ operation: @escaping @Sendable () -> Void) -> Self {
    Contestant("OpenCombine", takesPart: takesPart) { times in for _ in 0..<times { operation() } }
  }
}
