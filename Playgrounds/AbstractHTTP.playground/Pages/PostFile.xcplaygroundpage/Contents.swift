//: # Posting a file
//: It is read while it is sent, and never in memory as a whole.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.put, "/films/7") { request in
  .text("\(request.body.count) bytes of \(request.headers["Content-Type"] ?? "")")
}

let film = FileManager.default.temporaryDirectory.appending(path: "PostFile-\(UUID().uuidString).mp4")
try Data(repeating: 7, count: 5_000_000).write(to: film)
defer { try? FileManager.default.removeItem(at: film) }

let upload = HTTP(server.url("/films/7")).httpMethod(.put).body(RequestBody(file: film, contentType: "video/mp4"))
print(try await upload.fetchString().value)
