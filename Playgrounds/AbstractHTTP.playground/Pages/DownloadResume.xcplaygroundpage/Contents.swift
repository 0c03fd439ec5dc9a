//: # Going on with a download
//: With `.resumable`, what has arrived stays on the disk. The next call, or the next launch, asks for the rest.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let film = Data((0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 / 3) })
let server = try LoopbackServer()

//: The server hangs up after 3 MB, unless it is asked for a range.
server.on(.get, "/film") { request in
  guard let range = request.headers["Range"], let start = Int(range.dropFirst(6).dropLast()) else {
    return Reply.body([.data(film.prefix(3 << 20)), .close]).adding([
      "Content-Length": "\(film.count)", "ETag": "\"1\"",
    ])
  }
  return Reply.data(film.dropFirst(start), status: 206)
    .adding(["Content-Range": "bytes \(start)-\(film.count - 1)/\(film.count)", "ETag": "\"1\""])
}

let file = FileManager.default.temporaryDirectory.appending(path: "DownloadResume-\(UUID().uuidString).mp4")
defer { try? FileManager.default.removeItem(at: file) }
let destination = DownloadDestination.file(file, options: .resumable)

let first = await HTTP(server.url("/film")).download(to: destination).outcome
print("the first call:", first.errorInfo?.error?.userMessage ?? "done")
if let part = destination.partial() { print("on the disk:", part.received, "of", part.total ?? 0, "bytes") }

let whole = try await HTTP(server.url("/film")).download(to: destination).value
print("the second call asked for:", server.requests.last?.headers["Range"] ?? "everything")
print("the file is whole:", try Data(contentsOf: whole) == film)
