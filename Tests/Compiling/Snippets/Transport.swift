// What the snippets of the doc comments of Transport use without declaring it.

import AbstractHTTP
import Foundation

struct SignedOut: Error {}
struct Checksum {
  var hex: String { "" }
  mutating func update(_ piece: Data) {}
}

let body = RequestBody(Data())
let certificate = ""
let key = ""
let password = ""
let text = ""
@MainActor var request = Request(url: file)
let connector = DefaultHTTPConnector()
let destination: DownloadDestination = .file(URL(fileURLWithPath: "/film.mp4"))
let file = URL(fileURLWithPath: "/cookies.txt")
let form: MultipartFormData = []
let clock = ContinuousClock()

func exchange(_ request: Request) async throws -> Response { Response() }
func read(_ name: String) async throws -> Data { Data() }
