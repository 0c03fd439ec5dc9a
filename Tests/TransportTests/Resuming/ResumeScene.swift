@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
@testable import TestSupport

/// A server whose file breaks off the first time, and a folder to download it to.
final class ResumeScene: Sendable {
  static let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) })
  static let cut = 120_000
  static let tag: HTTPHeaders = ["ETag": #""1""#]

  let server: LoopbackServer
  let folder: TemporaryFolder
  private let answered = Locked(0)

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
  }

  var destination: DownloadDestination { .file(folder.file("a"), options: .resumable) }

  /// The sizes of the hidden files; `nil` if there is none.
  var partSize: Int? { (try? Data(contentsOf: folder.file(".a.part")))?.count }

  func request(_ path: String = "/", to destination: DownloadDestination? = nil) throws -> Request {
    var request = try Request(server.url(path))
    request.destination = destination ?? self.destination
    return request
  }

  /// Answers the first request with the beginning of the file, and the others as a closure does.
  func serve(
    _ path: String = "/",
    headers: HTTPHeaders = tag,
    then answer: @escaping @Sendable (ReceivedRequest) -> Reply = rest
  ) {
    server.on(.get, path) { [weak self] request in
      self?.countsFirst() == true ? Self.cutOff.adding(headers) : answer(request)
    }
  }

  /// Counts a request, and returns whether it is the first.
  private func countsFirst() -> Bool {
    answered.withLock { count in
      count += 1
      return count == 1
    }
  }

  /// The beginning of the file, and the end of the connection.
  static var cutOff: Reply { .body([.data(body.prefix(cut)), .close]).header("Content-Length", "\(body.count)") }

  static let whole: Reply = .data(body).adding(tag)

  /// Answers as a server that knows ranges does.
  static func rest(_ request: ReceivedRequest) -> Reply {
    guard let range = request.headers["Range"], let start = Int(range.dropFirst(6).dropLast()) else { return whole }
    guard request.headers["If-Range"] == #""1""# else { return whole }
    guard start < body.count else { return .status(416, headers: ["Content-Range": "bytes */\(body.count)"]) }
    return self.range("bytes \(start)-\(body.count - 1)/\(body.count)", body.dropFirst(start))
  }

  static func range(_ range: String, _ bytes: Data, _ headers: HTTPHeaders = tag) -> Reply {
    .data(Data(bytes), status: 206).header("Content-Range", range).adding(headers)
  }

  /// Leaves a part of the file behind, as a download that breaks off does.
  func leavePart(_ path: String = "/", size: Int = cut, of address: String? = nil) throws {
    let url = try Request(address ?? server.url(path)).url
    let part = folder.file(".a.part")
    try Self.body.prefix(size).write(to: part)
    let head = WireHead(statusCode: 200, headers: ["ETag": #""1""#, "Content-Length": "\(Self.body.count)"])
    var record = PartRecord(head, of: url, named: "a")
    record?.seal = FileSystem.seal(of: part)
    try JSONEncoder().encode(record).write(to: folder.file(".a.part.json"))
  }

  /// The `Range` fields of the requests that came, in order.
  var ranges: [String?] { server.requests.map { $0.headers["Range"] } }

  /// Whether the file is whole, and the only one.
  var isWhole: Bool { folder.names == ["a"] && (try? Data(contentsOf: folder.file("a"))) == Self.body }
}
