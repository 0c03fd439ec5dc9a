import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct NotifyingTests {
  @Test func `shows what passes, and passes it on unchanged`() throws {
    let record = Record<Int>()
    let stage = Stage.notifying("onNumber") { (number: Int) in record.add(number) }

    let output = try Pipeline(stage).runSynchronously(7)

    #expect(output == 7)
    #expect(record.all == [7])
    #expect("\(stage)" == "onNumber")
  }

  @Test func `a thrown error stops the pipeline, with the stage's error type`() {
    let record = Record<Int>()
    let pipeline = Pipeline {
      Stage.notifying("veto", failing: .validation) { (_: Int) in throw Mishap.lost }
      Stage.notifying("after") { (number: Int) in record.add(number) }
    }

    let error = #expect(throws: ConnectionError.self) { try pipeline.runSynchronously(7) }

    #expect(error?.type == .validation)
    #expect(record.all.isEmpty)
  }
}
