import Foundation
import Testing
@testable import TestSupport

/// Which folder of the library knows which: a type that is named in a file of another folder is an arrow to it.
struct ArrowTests {
  fileprivate struct Source {
    let folder: String
    /// The words that begin with a capital letter, outside of comments and literals.
    var names: Set<String> = []
    /// The types that it declares at the top.
    var declared: Set<String> = []
  }

  /// By folder, the folders that it names, and the names.
  private let arrows: [String: [String: Set<String>]]

  init() throws {
    var sources: [Source] = []
    for file in Repository.sources(in: Repository.library) {
      var source = Source(folder: file.pathComponents[Repository.library.pathComponents.count])
      for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) { source.read(Array(line)) }
      sources.append(source)
    }
    let homes = sources.reduce(into: [String: [String]]()) { homes, source in
      for name in source.declared { homes[name, default: []].append(source.folder) }
    }
    arrows = sources.reduce(into: [:]) { arrows, source in
      for name in source.names {
        guard let home = homes[name], home.count == 1, home[0] != source.folder else { continue }
        arrows[source.folder, default: [:]][home[0], default: []].insert(name)
      }
    }
  }

  @Test(arguments: ["Promise", "JSON", "Message"])
  func `the lowest folders know no other`(folder: String) {
    #expect(arrows[folder] == nil)
  }

  @Test func `no two folders know each other`() {
    #expect(arrows.count > 8)
    for (folder, known) in arrows {
      for (other, names) in known { #expect(arrows[other]?[folder] == nil, "\(folder) names \(names) of \(other)") }
    }
  }
}

extension ArrowTests.Source {
  private static let keywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

  /// Takes in a line: its words up to a comment, without literals.
  fileprivate mutating func read(_ line: [UInt8]) {
    var (word, isLiteral, last): ([UInt8], Bool, UInt8) = ([], false, 0)
    var isDeclaring = false
    let isTop = line.first != UInt8(ascii: " ")
    for byte in line + [UInt8(ascii: " ")] {
      defer { last = byte }
      if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") { isLiteral.toggle() }
      if byte == UInt8(ascii: "/"), last == byte, !isLiteral { return }
      let isPart =
        byte == UInt8(ascii: "_") || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard !isPart || isLiteral else {
        word.append(byte)
        continue
      }
      guard !word.isEmpty else { continue }
      let text = String(decoding: word, as: UTF8.self)
      if isDeclaring, isTop { declared.insert(text) }
      isDeclaring = Self.keywords.contains(text)
      if word[0] < UInt8(ascii: "a") { names.insert(text) }
      word = []
    }
  }
}
