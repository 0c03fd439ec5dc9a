//: # Going on where a download ended
//: With `.resumable`, what arrived stays on the disk. Start the same spec again, and the server is asked for the rest.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

let movie = Data((0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 / 3) })
let tag = Mutex(#""first-cut""#)
let server = try LoopbackServer()

//: The server hangs up after 3 MB, until it is asked for a range of the version that it has.
server.on(.get, "/movie") { request in
  let tag = tag.withLock { $0 }
  guard let range = request.headers["Range"], let start = Int(range.dropFirst(6).dropLast()) else {
    let parts: [Reply.Part] = [.data(movie.prefix(3 << 20)), .close]
    return Reply.body(parts).header("Content-Length", "\(movie.count)").header("ETag", tag)
  }
  guard request.headers["If-Range"] == tag else { return Reply.data(movie).header("ETag", tag) }
  let rest = "bytes \(start)-\(movie.count - 1)/\(movie.count)"
  return Reply.data(movie.dropFirst(start), status: 206).header("Content-Range", rest).header("ETag", tag)
}

let folder = FileManager.default.temporaryDirectory.appending(path: "DownloadResume-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }
let options: DownloadDestination.Options = [.resumable, .createIntermediateDirectories, .removePreviousFile]
let destination = DownloadDestination.file(folder.appending(path: "movie.mp4"), options: options)

func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

func download() -> ConnectionPromise<URL> { HTTP(server.url("/movie")).download(to: destination) }

//: The first attempt breaks off. No half file has the final name; the part is hidden beside it.
if let error = await download().outcome.errorInfo?.error { print("broken off:", error.type) }
print("in the folder:", try names())
if let partial = destination.partial() {
  print("there:", partial.received, "of", partial.total ?? 0, "bytes, for this program or the next")
}

//: The second one goes on, and so does its progress.
let firstProgress = Mutex<Int64?>(nil)
let promise = download()
promise.progress { _, progress in
  firstProgress.withLock { if $0 == nil, progress.received > 0 { $0 = progress.received } }
}
let whole = try await promise.value
print("asked for:", server.requests.last?.headers["Range"] ?? "everything")
print("progress began beyond 3 MB:", firstProgress.withLock { ($0 ?? 0) > 3 << 20 })
print("in the folder:", try names(), try Data(contentsOf: whole) == movie)

//: `promise.retry(3)` and `.retry()` go on as well: there is no resume data to carry about.
_ = try await download().retry(3).value
print("retried:", server.requests.suffix(2).map { $0.headers["Range"] ?? "everything" })

//: A new version on the server is never joined to the old part: the download begins anew.
_ = await download().outcome
tag.withLock { $0 = #""directors-cut""# }
let response = try await HTTP(server.url("/movie")).destination(destination).fetchResponse().value
print("new version:", response.statusCode, "resumed from", response.resumedFrom.map(String.init) ?? "nothing")

//: And what nobody wants any more can be discarded.
_ = await download().outcome
try destination.discardPartial()
print("discarded:", destination.partial() == nil, try names())
