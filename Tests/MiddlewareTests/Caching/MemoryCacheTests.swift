import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

extension StoredResponse {
  /// A response of about so many bytes, for tests of stores.
  static func sample(_ text: String = "", size: Int = 0, partition: String? = nil, at time: Double = 0)
    -> StoredResponse
  {
    StoredResponse(
      statusCode: 200,
      headers: ["Cache-Control": "max-age=60", "X-Text": text],
      data: Data(repeating: 7, count: size),
      requestTime: Date(timeIntervalSinceReferenceDate: time),
      responseTime: Date(timeIntervalSinceReferenceDate: time),
      varyKey: VaryKey(partition: .credentials(.init(partition)), fields: [])
    )
  }
}

struct MemoryCacheTests {
  @Test func `returns the responses stored last for an address, and none for another`() {
    let cache = MemoryCache()
    let variants = [StoredResponse.sample("a"), .sample("b")]

    cache.store([.sample("old")], for: "u")
    cache.store(variants, for: "u")

    #expect(cache.responses(for: "u") == variants)
    #expect(cache.responses(for: "v").isEmpty)
    #expect(cache.count == 1)
  }

  @Test func `storing nothing removes, and so does removing everything`() {
    let cache = MemoryCache()
    for url in ["u", "v", "w"] { cache.store([.sample()], for: url) }

    cache.store([], for: "u")
    #expect(cache.count == 2)
    cache.removeAll()

    #expect(cache.count == 0)
    #expect(cache.byteCount == 0)
  }

  @Test func `drops the least recently used responses until the rest fits`() {
    let cache = MemoryCache(byteLimit: 10_000)
    for number in 0..<8 { cache.store([.sample(size: 800)], for: "u\(number)") }
    let kept = cache.count
    for number in 0..<8 where number != 4 { _ = cache.responses(for: "u\(number)") }

    cache.store([.sample(size: 800)], for: "new")

    #expect(kept == 8)
    #expect(cache.responses(for: "u4").isEmpty)
    #expect(!cache.responses(for: "u0").isEmpty)
    #expect(!cache.responses(for: "new").isEmpty)
    #expect(cache.byteCount <= 10_000)
  }

  @Test func `an address gets an eighth at most: older variants are dropped, and larger responses aren't stored`() {
    let cache = MemoryCache(byteLimit: 80_000)

    #expect(cache.store([.sample("a", size: 5_000), .sample("b", size: 4_000), .sample("c", size: 4_000)], for: "u"))
    #expect(cache.responses(for: "u").map { $0.headers["X-Text"] } == ["a", "b"])
    #expect(!cache.store([.sample(size: 10_000)], for: "u"))

    #expect(cache.responses(for: "u").isEmpty)
    #expect(cache.byteCount == 0)
  }

  @Test(arguments: [0, -1, Int.min, 8])
  func `without room nothing is kept`(byteLimit: Int) {
    let cache = MemoryCache(byteLimit: byteLimit)

    #expect(!cache.store([.sample()], for: "u"))

    #expect(cache.count == 0)
  }

  @Test(.serialized, arguments: 0..<20)
  func `keeps the latest used, as a plain list does`(seed: Int) {
    var random = Generator(seed)
    let cache = MemoryCache(byteLimit: 8_000)
    var list: [(url: String, responses: [StoredResponse])] = []
    for step in 0..<400 {
      let url = "u\(Int.random(in: 0..<20, using: &random))"
      let place = list.firstIndex { $0.url == url }
      if Bool.random(using: &random) {
        let size = Int.random(in: 0...600, using: &random)
        let responses = Int.random(in: 0..<8, using: &random) == 0 ? [] : [StoredResponse.sample("\(step)", size: size)]
        cache.store(responses, for: url)
        if let place { list.remove(at: place) }
        if !responses.isEmpty { list.insert((url, responses), at: 0) }
        while list.reduce(0, { $0 + $1.url.utf8.count + $1.responses[0].byteCount }) > 8_000 { list.removeLast() }
      } else {
        #expect(cache.responses(for: url) == place.map { list[$0].responses } ?? [])
        if let place { list.insert(list.remove(at: place), at: 0) }
      }
    }

    #expect(cache.count == list.count)
    #expect(cache.byteCount == list.reduce(0) { $0 + $1.url.utf8.count + $1.responses[0].byteCount })
  }

  @Test func `many may use it at once`() async {
    let cache = MemoryCache(byteLimit: 20_000)

    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for step in 0..<500 {
            let url = "u\((worker * 7 + step) % 40)"
            if step % 3 == 0 { cache.store([.sample(url)], for: url) }
            for response in cache.responses(for: url) { #expect(response.headers["X-Text"] == url) }
            if step % 97 == 0 { cache.removeAll() }
          }
        }
      }
    }

    #expect(cache.byteCount <= 20_000)
  }
}
