@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct DelimiterTests {
  @Test(.serialized, arguments: 0..<50)
  func `is found where it occurs, and nowhere else`(seed: Int) {
    var generator = Generator(seed)

    for _ in 0..<100 {
      let text = generator.text(of: ["a", "b"], upTo: 5)
      let data = Data(generator.text(of: ["a", "b", "c"], upTo: 30).utf8)
      let isThere = text.isEmpty || data.range(of: Data(text.utf8)) != nil
      #expect(Delimiter(text).occurs(in: data) == isThere, "\(text) in \(String(decoding: data, as: UTF8.self))")
    }
  }

  @Test func `is found in a part of data, and not beyond it`() {
    let data = Data("xx--a--bxx".utf8)

    #expect(Delimiter("--b").occurs(in: data[2..<8]))
    #expect(!Delimiter("--b").occurs(in: data[2..<7]))
    #expect(!Delimiter("--a").occurs(in: data[3..<10]))
  }
}
