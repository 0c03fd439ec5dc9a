//: # Into a file
//: The body is written as it arrives. The file has its name only when it is whole.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
let megabyte = Reply.Part.data(Data(repeating: 7, count: 1 << 20))
server.on(
  .get,
  "/film",
  .body(Array(repeating: megabyte, count: 8)).header("Content-Disposition", #"attachment; filename="../film.mp4""#)
)
server.on(.get, "/broken", .body([megabyte, .reset]).header("Content-Length", "8388608"))

let folder = FileManager.default.temporaryDirectory.appending(path: "Download-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

//: The response names the file, and whatever it says, the file stays in the folder.
let place = DownloadDestination.directory(folder, options: .createIntermediateDirectories)
let film = try await HTTP(server.url("/film")).download(to: place).value
print(film.lastPathComponent, try film.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0, "bytes")

//: A failure leaves nothing behind, and doesn't replace what is there.
let replacing = HTTP(server.url("/broken")).download(to: .file(film, options: .removePreviousFile))
print(
  await replacing.outcome.errorInfo?.error?.type ?? .network,
  "error;",
  try FileManager.default.contentsOfDirectory(atPath: folder.path)
)
