import AbstractHTTP
import Testing
@testable import TestSupport

struct TransferProgressTests {
  @Test(arguments: [(0, 10, 0.0), (5, 10, 0.5), (10, 10, 1.0), (20, 10, 1.0)] as [(Int64, Int64, Double)])
  func `a fraction is the part of the whole, and never more than one`(part: Int64, total: Int64, fraction: Double) {
    let progress = TransferProgress(sent: part, totalToSend: total, received: part, totalToReceive: total)

    #expect(progress.fractionSent == fraction)
    #expect(progress.fractionReceived == fraction)
  }

  @Test(arguments: [nil, 0, -1] as [Int64?])
  func `there is no fraction of a length that is not known`(total: Int64?) {
    let progress = TransferProgress(sent: 5, totalToSend: total, received: 5, totalToReceive: total)

    #expect(progress.fractionSent == nil)
    #expect(progress.fractionReceived == nil)
  }

  @Test func `what is sent and what is received are counted apart`() {
    let progress = TransferProgress(sent: 1, totalToSend: 2, received: 1, totalToReceive: 4)

    #expect(progress.fractionSent == 0.5)
    #expect(progress.fractionReceived == 0.25)
  }
}
