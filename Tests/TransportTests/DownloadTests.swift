@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
  private let server: LoopbackServer
  private let folder: TemporaryFolder

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
  }

  private func request(
    _ path: String = "/",
    to destination: DownloadDestination? = nil,
    httpMethod: HTTPMethod = .get
  ) throws -> Request {
    var request = try Request(server.url(path), httpMethod: httpMethod)
    request.destination = destination ?? .file(folder.file("a"))
    return request
  }

  /// Fails to exchange, and looks into the folder as soon as that is told.
  private func failure(of request: Request, over connector: DefaultHTTPConnector) async -> (URLError.Code?, [String]) {
    await withCheckedContinuation { continuation in
      _ = connector.start(request, progress: { _ in }) { [folder] result in
        let error = #expect(throws: (any Error).self) { try result.get() }
        continuation.resume(returning: ((error as? URLError)?.code, folder.names))
      }
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `the body is in the file, and not in memory`(engine: TestedEngine) async throws {
    let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    server.on(.get, "/", .data(body))

    let response = try await engine.connector().response(to: request())

    #expect(response.statusCode == 200)
    #expect(response.file == folder.file("a"))
    #expect(response.data.isEmpty)
    #expect(folder.names == ["a"])
    #expect(try response.contents() == body)
  }

  @Test(arguments: TestedEngine.allCases)
  func `bodies of either framing and none are written whole`(engine: TestedEngine) async throws {
    server.on(.get, "/chunked", .chunked(["one ", "two ", "three"]))
    server.on(.get, "/unframed", .raw(["HTTP/1.1 200 OK\r\n\r\n", "till ", "the end", .close]))
    server.on(.get, "/empty", .text(""))
    let connector = try engine.connector()

    for (path, text) in [("chunked", "one two three"), ("unframed", "till the end"), ("empty", "")] {
      let response = try await connector.response(to: request("/\(path)", to: .directory(folder.url)))
      #expect(response.file?.lastPathComponent == path)
      #expect(try folder.text(of: path) == text)
    }
    #expect(folder.names == ["chunked", "empty", "unframed"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `what is compressed is written decompressed`(engine: TestedEngine) async throws {
    let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
    server.on(.get, "/", .data(gzip).header("Content-Encoding", "gzip"))

    _ = try await engine.connector().response(to: request())

    #expect(try folder.text(of: "a") == "hello")
  }

  @Test(arguments: TestedEngine.allCases)
  func `what has no body by its nature makes no file, and replaces none`(engine: TestedEngine) async throws {
    server.on(.get, "/204", .status(204)).on(.get, "/304", .status(304)).on(.get, "/head", .text("a body"))
    try folder.write("old", to: "a")
    let destination = DownloadDestination.file(folder.file("a"), options: .removePreviousFile)
    let connector = try engine.connector()

    for (path, method) in [("/204", HTTPMethod.get), ("/304", .get), ("/head", .head)] {
      let response = try await connector.response(to: request(path, to: destination, httpMethod: method))
      #expect(response.file == nil)
      #expect(response.data.isEmpty)
    }
    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "old")
  }

  @Test(arguments: TestedEngine.allCases, [400, 404, 503])
  func `the body of an error stays in memory`(engine: TestedEngine, status: Int) async throws {
    server.on(.get, "/", .text("sorry", status: status))
    let response = try await engine.connector().response(to: request())

    #expect(response.statusCode == status)
    #expect(response.file == nil)
    #expect(try response.text() == "sorry")
    #expect(folder.names == [])
  }

  @Test(arguments: TestedEngine.allCases)
  func `of a long body of an error a megabyte is kept`(engine: TestedEngine) async throws {
    server.on(.get, "/", .data(Data(repeating: 7, count: 3_000_000), status: 500))
    let connector = try engine.connector()

    let response = try await connector.response(to: request())
    connector.maximumResponseSize = 2_000_000
    let error = await connector.urlError(of: try request())

    #expect(response.data == Data(repeating: 7, count: 1 << 20))
    #expect(error == .dataLengthExceedsMaximum)
  }

  @Test(arguments: TestedEngine.robust)
  func `a file has the whole body, though it was chosen late`(engine: TestedEngine) async throws {
    let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    server.on(.get, "/", .data(body))
    let connector = try engine.connector()

    for name in (0..<20).map({ "\($0)" }) {
      let valve = Valve()
      let destination = DownloadDestination.choosing { [folder] _ in
        valve.pass()
        return folder.file(name)
      }
      let request = try request(to: destination)
      let response = try await withCheckedThrowingContinuation { continuation in
        // As much has come as is kept in memory: the transfer is held, goes on, and may be held again.
        _ = connector.start(request, progress: { if $0.received >= 262_144 { valve.open() } }) { result in
          continuation.resume(with: result)
        }
      }

      #expect(response.file == folder.file(name))
      #expect(try Data(contentsOf: folder.file(name)) == body)
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `of redirects only the last response is written`(engine: TestedEngine) async throws {
    let asked = Record<String>()
    server.on(.get, "/", .text("see there", status: 302).header("Location", "/there"))
    server.on(.get, "/there", .text("here"))
    let destination = DownloadDestination.choosing { [folder] head in
      asked.add("\(head.statusCode) \(head.url?.path ?? "") \(head.headers["Content-Length"] ?? "") \(head.data.count)")
      return folder.file(head.suggestedFilename)
    }

    let response = try await engine.connector().response(to: request(to: destination))

    #expect(asked.all == ["200 /there 4 0"])
    #expect(response.file == folder.file("there"))
    #expect(folder.names == ["there"])
    #expect(try folder.text(of: "there") == "here")
  }

  @Test(arguments: TestedEngine.allCases)
  func `the header names the file, within the folder`(engine: TestedEngine) async throws {
    server.on(.get, "/", .text("x").header("Content-Disposition", #"attachment; filename="../../evil.txt""#))

    let response = try await engine.connector().response(to: request(to: .directory(folder.url)))

    #expect(response.file == folder.file("evil.txt"))
    #expect(folder.names == ["evil.txt"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `what the choice of a file throws fails the exchange`(engine: TestedEngine) async throws {
    server.on(.get, "/", .data(Data(repeating: 7, count: 300_000))).on(.get, "/empty", .text(""))
    let connector = try engine.connector()

    for path in ["/", "/empty"] {
      await #expect(throws: Mishap.broken) {
        try await connector.response(to: request(path, to: .choosing { _ in throw Mishap.broken }))
      }
    }
    #expect(folder.names == [])
  }

  /// What `URLSession` on Linux traps at, or takes seconds for.
  private static let trapsOrCrawls: [Reply.Fault] = [.closeInHead, .hugeContentLength, .hugeHead, .endlessHead]

  @Test(arguments: TestedEngine.allCases, Reply.Fault.allCases)
  func `a fault leaves the file there was, and nothing else`(engine: TestedEngine, fault: Reply.Fault) async throws {
    guard TestedEngine.robust.contains(engine) || !Self.trapsOrCrawls.contains(fault) else { return }
    try folder.write("old", to: "a")
    server.on(.get, "/", .fault(fault))
    let connector = try engine.connector()
    connector.timeoutInterval = fault == .silence ? 0.1 : 15

    let destination = DownloadDestination.file(folder.file("a"), options: .removePreviousFile)
    let (error, names) = await failure(of: try request(to: destination), over: connector)

    #expect(error != nil)
    #expect(names == ["a"])
    #expect(try folder.text(of: "a") == "old")
  }

  @Test(arguments: TestedEngine.robust)
  func `a body that cannot be decompressed leaves nothing behind`(engine: TestedEngine) async throws {
    let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
    server.on(.get, "/", .data(gzip.prefix(10) + Data(repeating: 0xFF, count: 20)).header("Content-Encoding", "gzip"))

    let error = await (try engine.connector()).urlError(of: try request())

    #expect(error == .cannotDecodeContentData)
    #expect(folder.names == [])
  }

  @Test(arguments: TestedEngine.allCases)
  func `a file that is there is kept, unless it may be replaced`(engine: TestedEngine) async throws {
    server.on(.get, "/", .text("new"))
    try folder.write("old", to: "a")
    let connector = try engine.connector()

    let error = await connector.urlError(of: try request())
    let kept = try folder.text(of: "a")
    let response = try await connector.response(
      to: request(to: .file(folder.file("a"), options: .removePreviousFile))
    )

    #expect(error == .cannotCreateFile)
    #expect(kept == "old")
    #expect(try response.contents() == Data("new".utf8))
    #expect(folder.names == ["a"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `a folder that is missing is an error, unless it may be made`(engine: TestedEngine) async throws {
    server.on(.get, "/", .text("new"))
    let url = folder.url.appending(path: "b/a")
    let connector = try engine.connector()

    let error = await connector.urlError(of: try request(to: .file(url)))
    let nothing = folder.names
    _ = try await connector.response(to: request(to: .file(url, options: .createIntermediateDirectories)))

    #expect(error == .cannotCreateFile)
    #expect(nothing == [])
    #expect(try folder.text(of: "b/a") == "new")
  }

  @Test(arguments: TestedEngine.allCases)
  func `a folder that vanishes on the way is an error`(engine: TestedEngine) async throws {
    let (begun, gate) = (Gate(), Gate())
    server.on(.get, "/", .body(["half", .gate(gate), "half"]))
    let exchange = WatchedExchange(try engine.connector(), try request()) { _ in begun.open() }

    try await begun.wait()
    folder.remove()
    gate.open()

    // The file is begun on another thread than progress is told on, and so perhaps after the folder has gone.
    #expect([.failed(.cannotMoveFile), .failed(.cannotCreateFile)].contains(await exchange.end))
  }

  @Test(arguments: TestedEngine.allCases)
  func `a body beyond the limit leaves nothing behind`(engine: TestedEngine) async throws {
    server.on(.get, "/", .text("12345"))
    server.on(.get, "/endless", .raw(["HTTP/1.1 200 OK\r\n\r\n", .endless(Data("x".utf8))]))
    let connector = try engine.connector()

    connector.maximumResponseSize = 4
    let (tooLong, names) = await failure(of: try request(), over: connector)
    let (endless, later) = await failure(of: try request("/endless"), over: connector)
    #expect(names == [] && later == [])
    connector.maximumResponseSize = 5
    _ = try await connector.response(to: request())

    #expect(tooLong == .dataLengthExceedsMaximum)
    #expect(endless == .dataLengthExceedsMaximum)
    #expect(try folder.text(of: "a") == "12345")
  }

  @Test(arguments: TestedEngine.allCases)
  func `tells how much has arrived, and of how much`(engine: TestedEngine) async throws {
    let (heard, begun) = (Record<TransferProgress>(), Gate())
    server.on(.get, "/", .body([.data(Data(repeating: 7, count: 1_000)), .gate(begun), .data(Data(count: 2_999_000))]))

    let exchange = WatchedExchange(try engine.connector(), try request()) {
      heard.add($0)
      begun.open()
    }
    let end = await exchange.end

    #expect(end == .answered)
    #expect(heard.all.count > 1)
    #expect(heard.all.last?.received == 3_000_000)
    #expect(heard.all.last?.totalToReceive == 3_000_000)
    #expect(heard.all.map(\.received) == heard.all.map(\.received).sorted())
  }

  @Test(arguments: TestedEngine.allCases)
  func `a cancel half way leaves nothing behind`(engine: TestedEngine) async throws {
    let begun = Gate()
    server.on(.get, "/", .body(["half", .silence, "half"]))
    let (left, ended) = (Record<[String]>(), Gate())
    let connector = try engine.connector()
    let exchange = connector.start(try request(), progress: { _ in begun.open() }) { [folder] _ in
      left.add(folder.names)
      ended.open()
    }

    try await begun.wait()
    // Progress is told by the engine, and the file is made by another thread.
    while folder.names.isEmpty { await Task.yield() }
    let meanwhile = folder.names
    exchange.cancel()
    try await ended.wait()

    #expect(meanwhile.count == 1 && meanwhile.first?.hasSuffix(".download") == true)
    #expect(left.all == [[]])
  }

  @Test(arguments: TestedEngine.allCases)
  func `whenever the cancel comes, there is a whole file or none, and none later`(engine: TestedEngine) async throws {
    let body = Data(repeating: 7, count: 40_000)
    server.on(.get, "/:n", .data(body))
    let connector = try engine.connector()
    var random = Generator(11)

    for round in 0..<10 {
      let names = (0..<20).map { "\(round)-\($0)" }
      let exchanges = try names.map {
        WatchedExchange(connector, try request("/\($0)", to: .directory(folder.url)))
      }
      var hadName: [Bool] = []
      for (name, exchange) in zip(names, exchanges) {
        for _ in 0..<Int.random(in: 0..<60, using: &random) { await Task.yield() }
        exchange.cancel()
        hadName.append(folder.names.contains(name))
      }
      for (index, exchange) in exchanges.enumerated() {
        let end = await exchange.end
        let contents = try? Data(contentsOf: folder.file(names[index]))
        #expect((end == .answered) == (contents != nil))
        #expect((contents != nil) == hadName[index])
        #expect(contents ?? body == body)
      }
    }
    #expect(folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test(arguments: TestedEngine.allCases)
  func `two at once for one file do not meet`(engine: TestedEngine) async throws {
    let (begun, gate) = (Record<Int>(), Gate())
    let both = Gate()
    server.on(.get, "/:n") { request in
      let half = Reply.Part.text(String(repeating: request.parameters["n"] ?? "", count: 50_000))
      return .body([half, .gate(gate), half])
    }
    let connector = try engine.connector()
    let destination = DownloadDestination.file(folder.file("a"), options: .removePreviousFile)
    let exchanges = try [1, 2].map { number in
      WatchedExchange(connector, try request("/\(number)", to: destination)) { progress in
        begun.add(progress.received > 0 ? number : 0)
        if Set(begun.all).isSuperset(of: [1, 2]) { both.open() }
      }
    }

    try await both.wait()
    while Set(folder.names).count < 2 { await Task.yield() }
    gate.open()
    for exchange in exchanges { #expect(await exchange.end == .answered) }

    let text = try folder.text(of: "a")
    #expect(folder.names == ["a"])
    #expect(text.count == 100_000 && Set(text).count == 1)
  }

  #if os(Linux)
    @Test func `a download that is suspended goes on where it was`() async throws {
      let (begun, gate) = (Gate(), Gate())
      server.on(.get, "/", .body(["one ", .gate(gate), "two"])).on(.get, "/other", .text("other"))
      let connector = try TestedEngine.libcurl.connector()
      let exchange = WatchedExchange(connector, try request()) { _ in begun.open() }

      try await begun.wait()
      exchange.suspend()
      // What is answered now was asked for after the loop has suspended the other.
      _ = try await connector.response(to: Request(server.url("/other")))
      gate.open()
      _ = try await connector.response(to: Request(server.url("/other")))
      let endsWhileSuspended = exchange.ends
      exchange.resume()

      #expect(await exchange.end == .answered)
      #expect(endsWhileSuspended == 0)
      #expect(try folder.text(of: "a") == "one two")
    }
  #endif
}
