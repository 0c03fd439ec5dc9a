//: # A cache in files
//: The next launch of the program finds what this one has stored, and so does another process.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/news", Reply.text("Nothing new.").header("Cache-Control", "max-age=60"))
let folder = FileManager.default.temporaryDirectory.appending(path: "CacheInFiles-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

for launch in ["first", "second"] {
  let client = Client(baseURL: server.url("")) { $0.use(.cache(FileCache(directory: folder))) }
  let response = try await client.http("/news").fetchResponse().value
  print("the \(launch) launch:", try response.text(), "from the", response.source)
}
print("requests:", server.requestCount)
