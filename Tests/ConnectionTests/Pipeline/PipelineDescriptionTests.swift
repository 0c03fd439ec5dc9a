import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct PipelineDescriptionTests {
  private let nested = PipelineDescription.joined(
    .stage("make"),
    .joined(.wrapped("retry(3)", .wrapped("timeout(10s)", .stage("send"))), .stage("parse"))
  )

  @Test func `is printed in one line`() {
    #expect("\(nested)" == "make → retry(3) { timeout(10s) { send } } → parse")
    #expect("\(PipelineDescription.nothing)".isEmpty)
    #expect("\(PipelineDescription.joined(.nothing, .stage("a")))" == "a")
  }

  @Test func `is printed as a flowchart, a wrapper as a box around what it wraps`() {
    #expect(
      nested.mermaid == """
        flowchart LR
          s1["make"]
          subgraph s2["retry(3)"]
            subgraph s3["timeout(10s)"]
              s1 --> s4["send"]
            end
          end
          s4 --> s5["parse"]

        """
    )
  }

  @Test func `a name with quotes in it does not break the flowchart`() {
    #expect(PipelineDescription.stage(#"say "hi""#).mermaid == "flowchart LR\n  s1[\"say #quot;hi#quot;\"]\n")
  }

  @Test func `a chart of nothing is empty`() {
    #expect(PipelineDescription.nothing.mermaid == "flowchart LR\n")
  }

  @Test(arguments: [50_000])
  func `many stages are printed without using the stack`(count: Int) {
    var outline = PipelineDescription.stage("a")
    for _ in 1..<count { outline = .joined(outline, .stage("a")) }

    #expect(outline.description.utf8.count == count + (count - 1) * " → ".utf8.count)
    release(&outline)
  }

  /// Takes a long outline apart from its end, since an enum is released by recursion.
  private func release(_ outline: inout PipelineDescription) {
    while case .joined(let rest, _) = outline { outline = rest }
  }
}
