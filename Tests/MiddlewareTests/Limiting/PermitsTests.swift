import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct SemaphoreTests {
  @Test(.serialized, arguments: 0..<200)
  func `whatever the order, permits and places are neither lost nor doubled`(seed: Int) {
    var random = Generator(seed)
    let (limit, queue) = (Int.random(in: 1...4, using: &random), Int.random(in: 0...6, using: &random))
    var permits = Semaphore()
    var taken = 0
    var line: [WaiterQueue.Place] = []

    for _ in 0..<300 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        switch permits.enter(limit: limit, queue: queue) {
        case .admitted:
          #expect(taken < limit && line.isEmpty)
          taken += 1
        case .queued(let place):
          #expect(taken == limit && line.count < queue)
          line.append(place)
        case .refused(let waiting):
          #expect(taken == limit && line.count == queue && waiting == queue)
        }
      case 2 where taken > 0:
        let turn = permits.leave()
        if let turn, let first = line.first {
          #expect(turn === first.turn)
          line.removeFirst()
          let isWaiting = permits.leave(first)
          #expect(!isWaiting)
        } else {
          #expect(turn == nil && line.isEmpty)
          taken -= 1
        }
      default:
        guard let index = line.indices.randomElement(using: &random) else { continue }
        let wasWaiting = permits.leave(line.remove(at: index))
        #expect(wasWaiting)
      }
      #expect(permits.isIdle == (taken == 0 && line.isEmpty))
    }
  }
}
