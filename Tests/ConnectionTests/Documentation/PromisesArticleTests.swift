import AbstractHTTP
import Testing
@testable import TestSupport

/// The snippets of the article on promises, run.
struct PromisesArticleTests {
  @Test func `the article's promises settle as it says`() async {
    enum Wrong: Error { case empty }

    let greeting = Promise<Float, String, Wrong> { progress, fulfill, reject, configure in
      progress(0.5)
      fulfill("Hello")
    }

    let length =
      greeting
      .success { $0 + ", world" }
      .success { text in Promise<Float, Int, Wrong>(value: text.count) }
      .recover { error, isCancelled in 0 }

    let patient =
      greeting
      .retry(3, after: .exponential(from: .milliseconds(200)).jittered())
      .timeout(.seconds(5), failing: .empty)

    #expect(length.settled?.value == 12)
    #expect(await patient.outcome.value == "Hello")
  }
}
