// What the snippets of the doc comments of Transport use without declaring it.

import AbstractHTTP
import Foundation

let connector = DefaultHTTPConnector()
let destination: DownloadDestination = .file(URL(fileURLWithPath: "/film.mp4"))
let file = URL(fileURLWithPath: "/cookies.txt")
let form: MultipartFormData = []
let clock = ContinuousClock()

func read(_ name: String) async throws -> Data { Data() }
