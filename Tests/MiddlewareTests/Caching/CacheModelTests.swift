import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The cache against a model of it that knows no texts and no dates: over generated conversations, both do the same.
struct CacheModelTests {
  private let folder = CacheFolder()

  @Test(.serialized, arguments: 0..<60)
  func `does what the model does, whatever is asked and answered`(seed: Int) async throws {
    var random = Generator(seed)
    let scene = CacheScene(seed % 10 == 0 ? FileCache(directory: folder.url) : MemoryCache())
    var model = CacheModel()

    for step in 0..<120 {
      let wait = [0, 1, 5, 20].randomElement(using: &random) ?? 0
      scene.wait(Double(wait))
      model.now += wait
      let asked = Asked(&random)
      let told = Told(&random, version: step)
      scene.serve { told.response(to: $0) }
      let count = scene.sent.count

      let response = try await scene.send(asked.method, asked.headers)

      let seen = Outcome(response, exchanges: scene.sent.count - count)
      let expected = model.outcome(asked, told)
      try #require(seen == expected, "step \(step): \(asked) \(told)")
    }
  }
}

/// What can be seen of an answer.
private struct Outcome: Equatable {
  var text: String
  var source: ResponseSource
  var age: Int?
  var exchanges: Int

  init(text: String, source: ResponseSource, age: Int? = nil, exchanges: Int) {
    (self.text, self.source, self.age, self.exchanges) = (text, source, age, exchanges)
  }

  init(_ response: Response, exchanges: Int) {
    let isGiven = response.source == .cache || response.source == .stale
    self.init(
      text: "\(response.statusCode) \(response.words)",
      source: response.source,
      age: isGiven && response.statusCode != 504 ? response.headers["Age"].flatMap { Int($0) } : nil,
      exchanges: exchanges
    )
  }
}

/// What a generated request asks.
private struct Asked {
  var method = HTTPMethod.get
  var language: String?
  var noStore = false
  var noCache = false
  var onlyIfCached = false
  var maxAge: Int?
  var maxStale: Int?
  var minFresh: Int?
  var staleIfError: Int?

  init(_ random: inout Generator) {
    func one(in chances: Int) -> Bool { Int.random(in: 0..<chances, using: &random) == 0 }
    func number(in chances: Int) -> Int? { one(in: chances) ? Int.random(in: 0...40, using: &random) : nil }
    if one(in: 15) { method = .post }
    language = [nil, "en", "de"].randomElement(using: &random) ?? nil
    (noStore, noCache, onlyIfCached) = (one(in: 20), one(in: 12), one(in: 12))
    (maxAge, maxStale, minFresh, staleIfError) = (number(in: 6), number(in: 6), number(in: 8), number(in: 8))
  }

  var headers: HTTPHeaders {
    var directives = [noStore ? "no-store" : nil, noCache ? "no-cache" : nil, onlyIfCached ? "only-if-cached" : nil]
    directives += [maxAge.map { "max-age=\($0)" }, maxStale.map { "max-stale=\($0)" }]
    directives += [minFresh.map { "min-fresh=\($0)" }, staleIfError.map { "stale-if-error=\($0)" }]
    var headers: HTTPHeaders = ["Cache-Control": directives.compactMap { $0 }.joined(separator: ", ")]
    headers["Accept-Language"] = language
    return headers
  }
}

/// What a generated server says.
private struct Told {
  let version: Int
  let status: Int
  let maxAge: Int?
  let staleIfError: Int?
  let noStore: Bool
  let noCache: Bool
  let mustRevalidate: Bool
  let isImmutable: Bool
  let varies: Bool
  let age: Int
  let tag: Int?

  init(_ random: inout Generator, version: Int) {
    func one(in chances: Int) -> Bool { Int.random(in: 0..<chances, using: &random) == 0 }
    self.version = version
    status = [200, 200, 200, 404, 503].randomElement(using: &random) ?? 200
    maxAge = one(in: 4) ? nil : Int.random(in: 0...60, using: &random)
    staleIfError = one(in: 3) ? Int.random(in: 0...60, using: &random) : nil
    (noStore, noCache, mustRevalidate) = (one(in: 10), one(in: 10), one(in: 6))
    (isImmutable, varies) = (one(in: 5), one(in: 2))
    age = one(in: 4) ? Int.random(in: 1...30, using: &random) : 0
    tag = one(in: 3) ? nil : Int.random(in: 0..<3, using: &random)
  }

  var text: String { "\(status) v\(version)" }

  func response(to request: Request) -> Response {
    var directives = ["x", maxAge.map { "max-age=\($0)" }, staleIfError.map { "stale-if-error=\($0)" }]
    directives += [noStore ? "no-store" : nil, noCache ? "no-cache" : nil]
    directives += [mustRevalidate ? "must-revalidate" : nil, isImmutable ? "immutable" : nil]
    var headers: HTTPHeaders = [
      "Cache-Control": directives.compactMap { $0 }.joined(separator: ","),
      "Vary": varies ? "Accept-Language" : "X-Absent",
    ]
    if age > 0 { headers["Age"] = "\(age)" }
    headers["ETag"] = tag.map { "\"\($0)\"" }
    let isSame = status != 503 && tag != nil && request.headers["If-None-Match"] == headers["ETag"]
    return Response(statusCode: isSame ? 304 : status, headers: headers, data: Data((isSame ? "" : "v\(version)").utf8))
  }
}

/// RFC 9111 in numbers.
private struct CacheModel {
  struct Entry {
    var text: String
    var told: Told
    var language: String?
    var time: Int
    /// The conversation's step that it came in.
    var step: Int

    func fits(_ asked: Asked) -> Bool { !told.varies || language == asked.language }
  }

  var now = 0
  var entries: [Entry] = []

  mutating func outcome(_ asked: Asked, _ told: Told) -> Outcome {
    if asked.method == .post {
      if told.status < 400 { entries = [] }
      return Outcome(text: told.text, source: .network, exchanges: 1)
    }
    if asked.noStore && !asked.onlyIfCached { return Outcome(text: told.text, source: .network, exchanges: 1) }
    let fitting = entries.filter { $0.fits(asked) }
    let found = fitting.first { entry in fitting.allSatisfy { $0.time <= entry.time } }
    if let found, let source = use(found, asked) {
      return Outcome(text: found.text, source: source, age: age(found), exchanges: 0)
    }
    if asked.onlyIfCached { return Outcome(text: "504 ", source: .cache, exchanges: 0) }
    return exchange(found, asked, told)
  }

  private func age(_ entry: Entry) -> Int { entry.told.age + now - entry.time }

  private func use(_ entry: Entry, _ asked: Asked) -> ResponseSource? {
    let (age, lifetime) = (age(entry), entry.told.maxAge ?? 0)
    if asked.noCache || entry.told.noCache { return nil }
    let isReload = asked.maxAge.map { age > $0 || $0 == 0 } ?? false
    if isReload && !(entry.told.isImmutable && age < lifetime) { return nil }
    if let minFresh = asked.minFresh, lifetime < age + minFresh { return nil }
    if age < lifetime { return .cache }
    guard let maxStale = asked.maxStale, !entry.told.mustRevalidate else { return nil }
    return age - lifetime <= maxStale ? .stale : nil
  }

  private mutating func exchange(_ found: Entry?, _ asked: Asked, _ told: Told) -> Outcome {
    if told.status == 503, let found, toleratesErrors(found, asked) {
      return Outcome(text: found.text, source: .stale, age: age(found), exchanges: 1)
    }
    let isSame = told.status != 503 && told.tag != nil && found?.told.tag == told.tag
    let text = isSame ? found?.text ?? "" : told.text
    let status = Int(text.prefix(3)) ?? 0
    let isStored = isStored(status, asked, told)
    if isSame {
      entries.removeAll { $0.fits(asked) && ($0.step == found?.step || $0.told.tag == told.tag) }
    } else if isStored || status < 500 {
      entries.removeAll { $0.fits(asked) }
    }
    let entry = Entry(text: text, told: told, language: asked.language, time: now, step: told.version)
    if isStored { entries.insert(entry, at: 0) }
    return Outcome(text: text, source: isSame ? .revalidated : .network, exchanges: 1)
  }

  private func toleratesErrors(_ entry: Entry, _ asked: Asked) -> Bool {
    if asked.noCache || entry.told.noCache || entry.told.mustRevalidate { return false }
    let patience = max(asked.staleIfError ?? -1, entry.told.staleIfError ?? -1)
    return patience >= 0 && age(entry) - (entry.told.maxAge ?? 0) <= patience
  }

  private func isStored(_ status: Int, _ asked: Asked, _ told: Told) -> Bool {
    if told.noStore || status == 503 && told.maxAge == nil { return false }
    if told.noCache || told.tag != nil { return told.tag != nil }
    return told.maxAge ?? 0 > 0 || told.staleIfError != nil || asked.staleIfError != nil || asked.maxStale != nil
  }
}
