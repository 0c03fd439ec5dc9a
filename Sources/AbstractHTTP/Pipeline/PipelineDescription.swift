/// The names of a pipeline's stages, in their order, for display.
enum PipelineDescription: Sendable, Hashable {
  case nothing
  case stage(String)
  indirect case joined(PipelineDescription, PipelineDescription)
  indirect case wrapped(String, PipelineDescription)
}

extension PipelineDescription {
  /// Returns the description with one stage replaced.
  func replacing(_ stage: PipelineDescription, by other: PipelineDescription) -> PipelineDescription {
    switch self {
    case stage: other
    case .nothing, .stage: self
    case .joined(let first, let second):
      .joined(first.replacing(stage, by: other), second.replacing(stage, by: other))
    case .wrapped(let name, let inner): .wrapped(name, inner.replacing(stage, by: other))
    }
  }
}

extension PipelineDescription: CustomStringConvertible {
  /// The stages in one line: `makeRequest → retry(3) { send } → parse`.
  var description: String {
    links.map { link in
      switch link {
      case .wrapped(let name, let inner): "\(name) { \(inner) }"
      case .stage(let name): name
      case .nothing, .joined: ""
      }
    }
    .joined(separator: " → ")
  }

  /// The stages and wrappers of this level, in order, without the joints.
  private var links: [PipelineDescription] {
    var links: [PipelineDescription] = []
    var rest = [self]
    while let outline = rest.popLast() {
      switch outline {
      case .nothing: break
      case .stage, .wrapped: links.append(outline)
      case .joined(let first, let second): rest += [second, first]
      }
    }
    return links
  }

  /// The stages as a Mermaid flowchart, with each wrapper as a box around the stages that it wraps.
  var mermaid: String {
    var chart = MermaidChart()
    chart.draw(links)
    return chart.text
  }

  private struct MermaidChart {
    var text = "flowchart LR\n"
    private var number = 0
    private var last: String?
    private var depth = 1

    mutating func draw(_ links: [PipelineDescription]) {
      for link in links {
        switch link {
        case .wrapped(let name, let inner):
          number += 1
          line("subgraph s\(number)[\"\(escaped(name))\"]")
          depth += 1
          draw(inner.links)
          depth -= 1
          line("end")
        case .stage(let name): draw(name)
        case .nothing, .joined: break
        }
      }
    }

    private mutating func draw(_ name: String) {
      number += 1
      line((last.map { "\($0) --> " } ?? "") + "s\(number)[\"\(escaped(name))\"]")
      last = "s\(number)"
    }

    private mutating func line(_ line: String) {
      text += String(repeating: "  ", count: depth) + line + "\n"
    }

    private func escaped(_ name: String) -> String {
      name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "#quot;")
    }
  }
}
