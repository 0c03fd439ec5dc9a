@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The rules of a download that goes on, on each engine.
@Suite(.timeLimit(.minutes(1)))
struct ResumingTests {
  private let scene: ResumeScene
  private var folder: TemporaryFolder { scene.folder }

  init() throws { scene = try ResumeScene() }

  private static let parts = [".a.part", ".a.part.json"]

  @Test(arguments: TestedEngine.allCases)
  func `goes on where a download broke off, in another connector`(engine: TestedEngine) async throws {
    scene.serve()

    let error = await (try engine.connector()).urlError(of: try scene.request())
    let left = (folder.names, scene.partSize)
    let response = try await engine.connector().response(to: scene.request())

    #expect(engine.names(error, as: .networkConnectionLost))
    #expect(left == (Self.parts, ResumeScene.cut))
    #expect(response.statusCode == 206)
    #expect(response.resumedFrom == Int64(ResumeScene.cut))
    #expect(response.file == folder.file("a"))
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `requests the rest by its tag, without a content coding`(engine: TestedEngine) async throws {
    scene.serve()
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    _ = try await connector.response(to: scene.request())

    #expect(scene.ranges == [nil, "bytes=\(ResumeScene.cut)-"])
    #expect(scene.server.requests.map { $0.headers["If-Range"] } == [nil, #""1""#])
    #expect(scene.server.requests.map { $0.headers["Accept-Encoding"] } == ["identity", "identity"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `asks by the date of a server that has no tag`(engine: TestedEngine) async throws {
    let old = "Sun, 06 Nov 1994 08:49:37 GMT"
    scene.serve(headers: ["Last-Modified": old, "Date": "Sun, 06 Nov 1994 08:50:37 GMT"]) { _ in
      ResumeScene.range("bytes 120000-199999/200000", ResumeScene.body.dropFirst(ResumeScene.cut), [:])
    }
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    _ = try await connector.response(to: scene.request())

    #expect(scene.server.requests.last?.headers["If-Range"] == old)
    #expect(scene.isWhole)
  }

  /// Answers to a request for the rest that the part must not be joined to, and how many requests there are then in all.
  private static let misfits: [(String, Reply, requests: Int)] = [
    ("a new whole file", ResumeScene.whole, 2),
    ("another start", ResumeScene.range("bytes 1-199999/200000", ResumeScene.body.dropFirst(1)), 3),
    ("another total", ResumeScene.range("bytes 120000-200000/200001", Data(count: 80_001)), 3),
    ("another tag", ResumeScene.range("bytes 120000-199999/200000", Data(count: 80_000), ["ETag": #""2""#]), 3),
    ("no tag", ResumeScene.range("bytes 120000-199999/200000", Data(count: 80_000), [:]), 3),
    ("no range", .data(Data(count: 80_000), status: 206).adding(ResumeScene.tag), 3),
    ("a range without bytes", ResumeScene.range("bytes 1-199999/200000", Data()), 3),
    ("no more bytes than others", .status(416, headers: ["Content-Range": "bytes */7"]), 3),
    ("no more bytes", .status(416), 3),
  ]

  @Test(arguments: TestedEngine.allCases, misfits.indices)
  func `starts over if the response does not match the part`(engine: TestedEngine, index: Int) async throws {
    let (_, misfit, requests) = Self.misfits[index]
    scene.serve { $0.headers["Range"] == nil ? ResumeScene.whole : misfit }
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    let response = try await connector.response(to: scene.request())

    #expect(response.statusCode == 200)
    #expect(response.resumedFrom == nil)
    #expect(scene.server.requestCount == requests)
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a server that sends ranges to everybody is an error, and not asked for ever`(engine: TestedEngine) async throws
  {
    scene.serve { _ in ResumeScene.range("bytes 1-199999/200000", ResumeScene.body.dropFirst(1)) }
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    let error = await connector.urlError(of: try scene.request())

    #expect(error == .badServerResponse)
    #expect(scene.server.requestCount == 3)
    #expect(folder.names == [])
  }

  @Test(arguments: TestedEngine.allCases)
  func `a part that has all bytes is whole when the server has no more`(engine: TestedEngine) async throws {
    scene.server.on(.get, "/", ResumeScene.rest)
    try scene.leavePart(size: ResumeScene.body.count)

    let response = try await engine.connector().response(to: scene.request())

    #expect(scene.ranges == ["bytes=200000-"])
    #expect(response.statusCode == 200)
    #expect(response.resumedFrom == 200_000)
    #expect(response.data.isEmpty)
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `another address begins anew`(engine: TestedEngine) async throws {
    scene.serve()
    scene.server.on(.get, "/other", ResumeScene.rest)
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    let response = try await connector.response(to: scene.request("/other"))

    #expect(scene.ranges == [nil, nil])
    #expect(response.resumedFrom == nil)
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `another token in the address resumes, and is never written`(engine: TestedEngine) async throws {
    scene.serve()
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request("/?token=s3cret"))
    let record = try folder.text(of: ".a.part.json")
    let response = try await connector.response(to: scene.request("/?token=fresh"))

    #expect(!record.contains("s3cret"))
    #expect(response.resumedFrom == Int64(ResumeScene.cut))
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `the progress begins with what is there`(engine: TestedEngine) async throws {
    let heard = Record<TransferProgress>()
    scene.serve()
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    let end = await WatchedExchange(connector, try scene.request()) { heard.add($0) }.end

    #expect(end == .answered)
    #expect(heard.all.allSatisfy { $0.received == 0 || $0.received >= ResumeScene.cut })
    #expect(heard.all.last?.received == 200_000)
    #expect(heard.all.last?.totalToReceive == 200_000)
  }

  /// Heads of which no later response can be told to be the same file.
  private static let unfit: [HTTPHeaders] = [
    [:], ["ETag": #"W/"1""#], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
    ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:36 GMT"],
    ["ETag": #""1""#, "Accept-Ranges": "none"],
  ]

  @Test(arguments: TestedEngine.allCases, unfit)
  func `without a validator nothing is kept`(engine: TestedEngine, headers: HTTPHeaders) async throws {
    scene.serve(headers: headers) { _ in .data(ResumeScene.body).adding(headers) }
    let connector = try engine.connector()

    let left = Record<[String]>()
    let ended = Gate()
    _ = connector.start(try scene.request(), progress: { _ in }) { [folder] _ in
      left.add(folder.names)
      ended.open()
    }
    try await ended.wait()
    _ = try await connector.response(to: scene.request())

    #expect(left.all == [[]])
    #expect(scene.ranges == [nil, nil])
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a cancellation keeps what arrived, and releases the part before it returns`(engine: TestedEngine) async throws {
    let begun = Gate()
    scene.server.on(.get, "/") { request in
      guard request.headers["Range"] == nil else { return ResumeScene.rest(request) }
      return .body([.data(ResumeScene.body.prefix(ResumeScene.cut)), .silence]).header("Content-Length", "200000")
        .adding(ResumeScene.tag)
    }
    let connector = try engine.connector()
    let exchange = WatchedExchange(connector, try scene.request()) { if $0.received > 0 { begun.open() } }

    try await begun.wait()
    while (scene.partSize ?? 0) == 0 { await Task.yield() }
    exchange.cancel()
    let size = scene.partSize
    let response = try await connector.response(to: scene.request())

    #expect(await exchange.end == .cancelled)
    #expect(response.resumedFrom == size.map(Int64.init))
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a download resumes after its program was killed`(engine: TestedEngine) async throws {
    let gate = Gate()
    let later = try TemporaryFolder()
    scene.server.on(.get, "/") { request in
      guard request.headers["Range"] == nil else { return ResumeScene.rest(request) }
      let (one, two) = (ResumeScene.body.prefix(ResumeScene.cut), ResumeScene.body.dropFirst(ResumeScene.cut))
      return .body([.data(one), .gate(gate), .data(two)]).adding(ResumeScene.tag)
    }
    let connector = try engine.connector()
    let exchange = WatchedExchange(connector, try scene.request())

    while scene.partSize != ResumeScene.cut { await Task.yield() }
    for name in Self.parts { try FileManager.default.copyItem(at: folder.file(name), to: later.file(name)) }
    let destination = DownloadDestination.file(later.file("a"), options: .resumable)
    let response = try await connector.response(to: scene.request(to: destination))
    gate.open()

    #expect(await exchange.end == .answered)
    #expect(response.resumedFrom == Int64(ResumeScene.cut))
    #expect(later.names == ["a"])
    #expect(try Data(contentsOf: later.file("a")) == ResumeScene.body)
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `an error of the server leaves the part as it was`(engine: TestedEngine) async throws {
    scene.serve { _ in .text("later", status: 503) }
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    let response = try await connector.response(to: scene.request())

    #expect(response.statusCode == 503)
    #expect(try response.text() == "later")
    #expect(folder.names == Self.parts)
    #expect(scene.destination.partial()?.received == Int64(ResumeScene.cut))
  }

  @Test(arguments: TestedEngine.allCases)
  func `goes on through a redirect`(engine: TestedEngine) async throws {
    scene.serve("/there")
    scene.server.on(.get, "/", .redirect(to: "/there"))
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    let response = try await connector.response(to: scene.request())

    #expect(response.resumedFrom == Int64(ResumeScene.cut))
    #expect(scene.isWhole)
  }

  @Test(arguments: TestedEngine.allCases)
  func `in a folder the first response names the file`(engine: TestedEngine) async throws {
    scene.serve("/a", headers: ResumeScene.tag.merging(["Content-Disposition": #"attachment; filename="b.txt""#]))
    let destination = DownloadDestination.directory(folder.url, options: .resumable)
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request("/a", to: destination))
    let left = folder.names
    let response = try await connector.response(to: scene.request("/a", to: destination))

    #expect(left == Self.parts)
    #expect(response.resumedFrom == Int64(ResumeScene.cut))
    #expect(folder.names == ["b.txt"])
    #expect(try response.contents() == ResumeScene.body)
  }

  @Test(arguments: TestedEngine.allCases)
  func `what is too long is not kept`(engine: TestedEngine) async throws {
    scene.serve()
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    connector.maximumResponseSize = 199_999
    let error = await connector.urlError(of: try scene.request())

    #expect(error == .dataLengthExceedsMaximum)
    #expect(folder.names == [])
  }

  @Test(arguments: TestedEngine.allCases)
  func `a range that ends too early is an error that the next attempt goes on from`(engine: TestedEngine) async throws {
    scene.serve { request in
      let rest = ResumeScene.body.dropFirst(ResumeScene.cut).prefix(1_000)
      guard request.headers["Range"] == "bytes=\(ResumeScene.cut)-" else { return ResumeScene.rest(request) }
      return ResumeScene.range("bytes 120000-120999/200000", rest)
    }
    let connector = try engine.connector()

    _ = await connector.urlError(of: try scene.request())
    let error = await connector.urlError(of: try scene.request())
    let response = try await connector.response(to: scene.request())

    #expect(error == .networkConnectionLost)
    #expect(response.resumedFrom == 121_000)
    #expect(scene.isWhole)
  }
}
