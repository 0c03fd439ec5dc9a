import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct CacheArchiveTests {
  private static let varyKey = VaryKey(
    partition: .credentials(.absent),
    fields: [
      SelectingField(name: "accept", value: .text("a, b")), SelectingField(name: "x", value: .absent),
    ]
  )

  private static let response = StoredResponse(
    statusCode: 203,
    headers: ["Cache-Control": "max-age=60", "X-É": "日本", "Empty": "", "x-É": "2"],
    data: Data((0...255).map { UInt8($0) }),
    requestTime: Date(timeIntervalSinceReferenceDate: 1.1),
    responseTime: Date(timeIntervalSinceReferenceDate: 700_000_000.123456),
    varyKey: varyKey
  )

  private static let packed = CacheArchive.pack([response, .sample()], for: "https://api.test/é")

  @Test func `unpacking reverses packing`() throws {
    let archive = try #require(CacheArchive.unpack(Self.packed))

    #expect(archive.url == "https://api.test/é")
    #expect(archive.responses == [Self.response, .sample()])
    #expect(archive.responses.first?.data.startIndex == 0)
  }

  @Test func `nothing unpacks from a part of it, wherever it ends`() {
    for count in 0..<Self.packed.count { #expect(CacheArchive.unpack(Array(Self.packed.prefix(count))) == nil) }
  }

  @Test func `nothing unpacks where a byte was changed, whichever`() {
    for place in Self.packed.indices {
      var bytes = Self.packed
      bytes[place] ^= 1 << (place % 8)
      #expect(CacheArchive.unpack(bytes) == nil)
    }
  }

  @Test func `nothing unpacks where a block was lost to zeros, or something was added`() {
    for start in stride(from: 0, to: Self.packed.count - 64, by: 16) {
      var bytes = Self.packed
      for place in start..<(start + 64) { bytes[place] = 0 }
      #expect(CacheArchive.unpack(bytes) == nil)
    }
    #expect(CacheArchive.unpack(Self.packed + [0]) == nil)
  }

  @Test(.serialized, arguments: 0..<200)
  func `garbage that has the right checksum does no harm`(seed: Int) {
    var random = Generator(seed)
    let text = CacheWriter.littleEndian(1) + Array("u".utf8)
    let numbers: [UInt64] = [0, 1, 2, 3, 8, 255, 1 << 32, .max, UInt64(Int.max), UInt64(Int.max) + 1]
    var content = text
    for _ in 0..<Int.random(in: 0..<30, using: &random) {
      content += CacheWriter.littleEndian(numbers.randomElement(using: &random) ?? 0)
    }

    let sum = CacheWriter.littleEndian(CacheArchive.checksum(of: content[...]))
    let archive = CacheArchive.unpack(Array("AHCache1".utf8) + sum + content)

    #expect(archive?.responses.isEmpty ?? true)
  }

  @Test func `secrets are not written, and known again`() throws {
    let lookup = CacheLookup(
      try Request(CacheScene.url, headers: ["Authorization": "Bearer s3cret", "X-Api-Key": "k3y", "Accept": "json"]),
      RequestDirectives([:]),
      try #require(CacheAddress(try URL(http: CacheScene.url))),
      partition: nil
    )
    let varyKey = try VaryKey(of: lookup, ["Vary": "X-Api-Key, Accept"])
    let stored = StoredResponse(
      statusCode: 200,
      headers: [:],
      data: Data(),
      requestTime: CacheScene.start,
      responseTime: CacheScene.start,
      varyKey: varyKey
    )

    let read = try #require(StoredResponse(bytes: stored.bytes))

    let text = String(decoding: stored.bytes, as: UTF8.self)
    #expect(!text.contains("s3cret") && !text.contains("k3y") && text.contains("json"))
    #expect(read.varyKey.matches(lookup))
    #expect(StoredResponse(bytes: read.bytes)?.varyKey == read.varyKey)
    for change: HTTPHeaders in [["Authorization": "Bearer x"], ["X-Api-Key": "x"], ["Accept": "x"]] {
      let other = CacheLookup(
        try Request(CacheScene.url, headers: lookup.request.headers.merging(change)),
        lookup.directives,
        lookup.address,
        partition: nil
      )
      #expect(!read.varyKey.matches(other))
    }
  }

  @Test func `a response alone is read from its bytes, and from nothing else`() {
    #expect(StoredResponse(bytes: Self.response.bytes) == Self.response)
    #expect(StoredResponse(bytes: Data()) == nil)
    #expect(StoredResponse(bytes: Self.response.bytes.dropLast()) == nil)
    #expect(StoredResponse(bytes: Data(Self.packed)) == nil)
  }
}

struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `is what the standard says`(text: String, digest: String) {
    #expect(SHA256.hexadecimal(of: text) == digest)
  }

  @Test func `texts of all lengths are hashed, including those that end near a block's end`() {
    let digests = (0...130).map { SHA256.hexadecimal(of: String(repeating: "a", count: $0)) }

    #expect(Set(digests).count == 131)
    #expect(digests[55] == "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318")
    #expect(digests[56] == "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a")
    #expect(digests[64] == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb")
  }
}
