//: # A cache
//: The server says how long an answer may be kept; `response.source` says where each came from.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

let server = try LoopbackServer()
server.on(.get, "/news") { request in
  let kept: HTTPHeaders = ["ETag": "\"1\"", "Cache-Control": "max-age=60, stale-if-error=3600"]
  if request.headers["If-None-Match"] == "\"1\"" { return .status(304, headers: kept) }
  return Reply.text("Nothing new.").header("ETag", "\"1\"").header("Cache-Control", "max-age=60, stale-if-error=3600")
}

//: A clock that is moved by hand: a minute is over at once.
final class Clock: Sendable {
  private let time = Mutex(Date())
  var now: Date { time.withLock { $0 } }
  func wait(minutes: Double) { time.withLock { $0 += minutes * 60 } }
}

struct GetNews: ConnectionSpec {
  typealias ResponseModel = Response
  let url: String
}

let clock = Clock()
let cache = MemoryCache()

func getNews() async throws -> ResponseSource {
  let connection = Connection(GetNews(url: server.url("/news"))).use(.cache(cache, now: { clock.now }))
  connection.callbackInMainThread = false
  let response = try await connection.start().value
  print(response.source, try response.text(), "requests so far: \(server.requestCount)")
  return response.source
}

//: Asked for, and then spared; after a minute, asked whether it is still right.
var sources = [try await getNews(), try await getNews()]
clock.wait(minutes: 2)
sources.append(try await getNews())

//: With the server gone, what it allowed to be given nevertheless.
server.stop()
clock.wait(minutes: 10)
sources.append(try await getNews())

//: In files, the next launch finds it, and so does another process.
let folder = FileManager.default.temporaryDirectory.appending(path: "Cache-\(UUID().uuidString)")
let written = Stage.sending(over: StubConnector(Response(headers: ["Cache-Control": "max-age=60"])))
  .wrapped(in: .cache(FileCache(directory: folder)))
let read = Stage.sending(over: StubConnector.failing(URLError(.notConnectedToInternet)))
  .wrapped(in: .cache(FileCache(directory: folder)))
let article = Request(url: server.baseURL)
_ = try await written(article)
let kept = try await read(article)
try FileManager.default.removeItem(at: folder)
print(kept.source, "from a file")

let expected: [ResponseSource] = [.network, .cache, .revalidated, .stale]
guard sources == expected, kept.source == .cache else {
  print("that is not what was promised")
  exit(1)
}
