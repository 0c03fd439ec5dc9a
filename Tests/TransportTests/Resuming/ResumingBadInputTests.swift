@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// Parts that were changed by others, or that others have: none is joined to the wrong bytes.
@Suite(.timeLimit(.minutes(1)))
struct ResumingBadInputTests {
  private let scene: ResumeScene
  private var folder: TemporaryFolder { scene.folder }
  private var part: URL { folder.file(".a.part") }

  init() throws { scene = try ResumeScene() }

  private static let connector = DefaultHTTPConnector.patient

  /// What happens to a part between two downloads.
  enum Change: CaseIterable {
    case bytes, appended, shortened, longerThanTotal, empty, touched, noRecord, brokenRecord, otherName, hugeRecord

    func apply(in folder: TemporaryFolder) throws {
      let (part, record) = (folder.file(".a.part"), folder.file(".a.part.json"))
      let bytes = try Data(contentsOf: part)
      switch self {
      case .bytes: try Data(repeating: 0, count: bytes.count).write(to: part)
      case .appended: try (bytes + Data("more".utf8)).write(to: part)
      case .shortened: try bytes.dropLast().write(to: part)
      case .longerThanTotal:
        try Data(count: 200_001).write(to: part)
        try unseal(record)
      case .empty: try Data().write(to: part)
      case .touched: break
      case .noRecord: try FileManager.default.removeItem(at: record)
      case .brokenRecord: try Data("{".utf8).write(to: record)
      case .otherName: try Data(#"{"url": 7}"#.utf8).write(to: record)
      case .hugeRecord: try Data(repeating: 0x20, count: 100_000).write(to: record)
      }
      // NB: a clock of the file system may not have moved on since the part was left.
      let later = Date().addingTimeInterval(100)
      if self != .longerThanTotal {
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: part.path)
      }
    }

    private func unseal(_ record: URL) throws {
      var known = try JSONDecoder().decode(PartRecord.self, from: Data(contentsOf: record))
      known.seal = nil
      try JSONEncoder().encode(known).write(to: record)
    }
  }

  @Test(arguments: Change.allCases)
  func `a changed part starts over`(change: Change) async throws {
    scene.serve()
    _ = await Self.connector.urlError(of: try scene.request())
    try change.apply(in: folder)

    let partial = scene.destination.partial()
    let response = try await Self.connector.response(to: scene.request())

    #expect(partial == nil)
    #expect(scene.ranges == [nil, nil])
    #expect(response.resumedFrom == nil)
    #expect(scene.isWhole)
  }

  @Test func `a part that another download owns is left alone`() async throws {
    let (gate, begun) = (Gate(), Gate())
    scene.server.on(
      .get,
      "/slow",
      .body([.data(ResumeScene.body.prefix(1_000)), .gate(gate), .data(Data(count: 1_000))])
        .adding(ResumeScene.tag)
    )
    scene.server.on(.get, "/", ResumeScene.rest)
    let destination = DownloadDestination.file(folder.file("a"), options: [.resumable, .removePreviousFile])
    let slow = WatchedExchange(Self.connector, try scene.request("/slow", to: destination)) { _ in begun.open() }

    try await begun.wait()
    while scene.partSize != 1_000 || !folder.names.contains(".a.part.json") { await Task.yield() }
    let response = try await Self.connector.response(to: scene.request(to: destination))
    let names = folder.names
    #expect(throws: URLError.self) { try destination.discardPartial() }
    gate.open()

    #expect(response.resumedFrom == nil)
    #expect(names == [".a.part", ".a.part.json", "a"])
    #expect(try response.contents() == ResumeScene.body)
    #expect(await slow.end == .answered)
    #expect(folder.names == ["a"])
    #expect(try Data(contentsOf: folder.file("a")) == ResumeScene.body.prefix(1_000) + Data(count: 1_000))
  }

  @Test func `a part that another process has locked is left to it`() async throws {
    scene.server.on(.get, "/", ResumeScene.rest)
    try scene.leavePart()
    let descriptor = try #require(FileSystem.openLocked(part, creating: false))
    defer { close(descriptor) }

    let response = try await Self.connector.response(to: scene.request())

    #expect(scene.ranges == [nil])
    #expect(response.resumedFrom == nil)
    #expect(folder.names == [".a.part", ".a.part.json", "a"])
    #expect(scene.partSize == ResumeScene.cut)
  }

  @Test func `a child process that has copies of all descriptors does not keep the lock`() throws {
    try scene.leavePart()
    let descriptor = try #require(FileSystem.openLocked(part, creating: false))
    let copy = dup(descriptor)
    defer { close(copy) }

    let whileOpen = FileSystem.openLocked(part, creating: false)
    FileSystem.closeLocked(descriptor)
    let afterwards = FileSystem.openLocked(part, creating: false)

    #expect(whileOpen == nil)
    #expect(afterwards != nil)
    if let afterwards { FileSystem.closeLocked(afterwards) }
  }

  @Test func `a part that is replaced while it is written does not become the file`() async throws {
    let gate = Gate()
    scene.server.on(
      .get,
      "/",
      .body([.data(ResumeScene.body.prefix(1_000)), .gate(gate), "end"]).adding(ResumeScene.tag)
    )
    let exchange = WatchedExchange(Self.connector, try scene.request())

    while scene.partSize != 1_000 { await Task.yield() }
    try FileManager.default.removeItem(at: part)
    try Data("another".utf8).write(to: part)
    gate.open()

    #expect(await exchange.end == .failed(.cannotWriteToFile))
    #expect(!folder.names.contains("a"))
    #expect(try folder.text(of: ".a.part") == "another")
  }

  @Test func `bytes that another process appends do not become part of the file`() async throws {
    let gate = Gate()
    scene.server.on(
      .get,
      "/",
      .body([.data(ResumeScene.body.prefix(1_000)), .gate(gate), .close])
        .header("Content-Length", "200000").adding(ResumeScene.tag)
    )
    let exchange = WatchedExchange(Self.connector, try scene.request())

    while scene.partSize != 1_000 { await Task.yield() }
    let handle = try FileHandle(forWritingTo: part)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("another".utf8))
    try handle.close()
    gate.open()

    #expect(await exchange.end == .failed(.networkConnectionLost))
    #expect(try Data(contentsOf: part) == ResumeScene.body.prefix(1_000))
    #expect(scene.destination.partial()?.received == 1_000)
  }

  @Test func `a link in the place of the part is not followed, and neither is a second name`() async throws {
    scene.server.on(.get, "/", ResumeScene.rest)
    try folder.write("mine", to: "other")
    let destination = DownloadDestination.file(folder.file("a"), options: [.resumable, .removePreviousFile])

    try FileManager.default.createSymbolicLink(at: part, withDestinationURL: folder.file("other"))
    _ = try await Self.connector.response(to: scene.request(to: destination))
    try FileManager.default.removeItem(at: part)
    try FileManager.default.linkItem(at: folder.file("other"), to: part)
    _ = try await Self.connector.response(to: scene.request(to: destination))

    #expect(try folder.text(of: "other") == "mine")
    #expect(try Data(contentsOf: folder.file("a")) == ResumeScene.body)
  }

  @Test func `a folder in the place of the part is left there`() async throws {
    scene.server.on(.get, "/", ResumeScene.rest)
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: false)

    _ = try await Self.connector.response(to: scene.request())

    #expect(folder.names == [".a.part", "a"])
    #expect(try Data(contentsOf: folder.file("a")) == ResumeScene.body)
  }

  @Test func `a record cannot lead out of the folder`() async throws {
    scene.server.on(.get, "/a", ResumeScene.rest)
    try scene.leavePart("/a")
    var record = try JSONDecoder().decode(PartRecord.self, from: Data(contentsOf: folder.file(".a.part.json")))
    record.filename = "../../evil"
    try JSONEncoder().encode(record).write(to: folder.file(".a.part.json"))

    let destination = DownloadDestination.directory(folder.url, options: .resumable)
    let response = try await Self.connector.response(to: scene.request("/a", to: destination))

    #expect(response.file == folder.file("evil"))
    #expect(folder.names == ["evil"])
  }

  @Test func `a file that came meanwhile stays, and the part too`() async throws {
    scene.serve()
    _ = await Self.connector.urlError(of: try scene.request())
    try folder.write("old", to: "a")

    let error = await Self.connector.urlError(of: try scene.request())

    #expect(error == .cannotCreateFile)
    #expect(try folder.text(of: "a") == "old")
    #expect(scene.destination.partial()?.received == Int64(ResumeScene.cut))
  }

  @Test(arguments: Reply.Fault.allCases)
  func `a fault in the rest leaves no file, and the next request goes on`(fault: Reply.Fault) async throws {
    guard TestedEngine.robust.first != .urlSession else { return }
    let connector = DefaultHTTPConnector.patient
    scene.serve { request in
      request.headers["X-Fault"] == nil ? ResumeScene.rest(request) : .fault(fault)
    }
    _ = await connector.urlError(of: try scene.request())
    var faulty = try scene.request()
    faulty.headers["X-Fault"] = "yes"
    connector.timeoutInterval = fault == .silence ? 0.1 : 300

    let error = await connector.urlError(of: faulty)
    let names = folder.names
    connector.timeoutInterval = 300
    _ = try await connector.response(to: scene.request())

    #expect(error != nil)
    #expect(!names.contains("a"))
    #expect(scene.isWhole)
  }

  #if os(Linux)
    @Test func `no descriptor is left after many downloads that fail, are cancelled, or end`() async throws {
      scene.server.on(.get, "/", ResumeScene.rest).on(.get, "/cut", ResumeScene.cutOff.adding(ResumeScene.tag))

      for round in 0..<30 {
        _ = await Self.connector.urlError(of: try scene.request("/cut"))
        let exchange = WatchedExchange(Self.connector, try scene.request("/cut"))
        exchange.cancel()
        _ = await exchange.end
        if round % 3 == 0 {
          _ = try await Self.connector.response(to: scene.request())
          try FileManager.default.removeItem(at: folder.file("a"))
        }
      }

      let open = (0..<4_096).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(folder.url.path) } == [])
    }
  #endif
}
