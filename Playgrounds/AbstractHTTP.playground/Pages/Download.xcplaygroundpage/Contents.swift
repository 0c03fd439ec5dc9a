//: # Into a file
//: A spec names a destination, and the body is written there as it comes: never in memory, never half.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

let server = try LoopbackServer()
let megabyte = Reply.Part.data(Data(repeating: 7, count: 1 << 20))
let whole = Reply.body(Array(repeating: megabyte, count: 8))
server.on(.get, "/movie", whole.header("Content-Disposition", #"attachment; filename="../movie.mp4""#))
server.on(.get, "/broken", .body([megabyte, .reset]).header("Content-Length", "8388608"))
server.on(.get, "/none", .text("there is no such movie", status: 404))

let folder = FileManager.default.temporaryDirectory.appending(path: "Download-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

struct GetMovie: ConnectionSpec {
  typealias ResponseModel = URL
  let url: String
  //: The response names the file, and whatever it says, it stays within the folder.
  let destination: DownloadDestination? = .directory(folder, options: .createIntermediateDirectories)
}

//: With its progress:
let tenths = Mutex<[Int]>([])
let promise = Connection(GetMovie(url: server.url("/movie"))).start()
promise.progress { _, progress in
  let tenth = Int((progress.fractionReceived ?? 0) * 10)
  tenths.withLock { if $0.last != tenth { $0.append(tenth) } }
}
let movie = try await promise.value
print(movie.lastPathComponent, "is there; tenths heard of:", tenths.withLock { $0 })

//: A file that is there is kept, unless `.removePreviousFile` says otherwise …
if let error = await Connection(GetMovie(url: server.url("/movie"))).start().outcome.errorInfo?.error {
  print("again:", error.type, (error.nativeError as? URLError)?.code == .cannotCreateFile)
}

//: … and a download that fails half way leaves nothing behind, not even where it would have replaced something.
let replacing = HTTP(server.url("/broken")).download(to: .file(movie, options: .removePreviousFile))
if let error = await replacing.outcome.errorInfo?.error { print("broken:", error.type) }

//: An error's body is no movie: it stays in memory, as the evidence.
if let response = await HTTP(server.url("/none")).download(to: .directory(folder)).outcome.errorInfo?.error?.response {
  print("none:", response.statusCode, try response.text())
}

let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
let length = try Data(contentsOf: movie).count
print("in the folder:", names, "of", length, "bytes")
precondition(names == ["movie.mp4"] && length == 8 << 20)
