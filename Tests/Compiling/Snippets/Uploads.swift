// What the snippets of the doc comments of Uploads use without declaring it.

import AbstractHTTP
import Foundation

struct Row: Sendable { let csv = Data() }

struct Film: Sendable {
  let size: Int64 = 0
  func pieces(from offset: Int64) -> AsyncStream<Data> { AsyncStream { $0.finish() } }
}

let table = [Row()]
let film = Film()
let url = "https://example.com/"
let source = "https://example.com/film.mp4"
let length: Int64 = 0
let recording = Data()
