// What the snippets of the doc comments of Message use without declaring it.

import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com/"
}

struct LoginRefused: Error { let reason: String }
enum TraceId: RequestContextKey { typealias Value = String }
final class Hash: Sendable { var value: String { "" } }
struct Logger: Sendable { func error(_ text: String) {} }
@MainActor final class Label { var text: String? }

struct Frame: Sendable { let jpeg = Data() }
struct Camera: Sendable { let frames = AsyncStream<Frame> { $0.finish() } }

let camera = Camera()
let frames = AsyncStream<Data> { $0.finish() }
let pin: PublicKeyPin = "X3pGTSOuJeEVw989IJ/cEtXUEmy52zs1TZQrU06KUKg="
let connection = Connection(GetText())
let error = ConnectionError(.network)
let url = URL(fileURLWithPath: "/")
let response = Response()
let film = URL(fileURLWithPath: "/film.mp4")
let photo = URL(fileURLWithPath: "/photo.jpeg")
let movies = URL(fileURLWithPath: "/movies")
let pictures = URL(fileURLWithPath: "/pictures")
let others = URL(fileURLWithPath: "/others")
let size: Int64 = 0
let length: Int64 = 0
let head = Data()
let tail = Data()
let hash = Hash()
let logger = Logger()
@MainActor var request = Request(url: url)
@MainActor let label = Label()

var stream: InputStream { InputStream(data: Data()) }
