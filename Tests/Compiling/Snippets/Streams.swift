// What the snippets of the doc comments of Streams use without declaring it.

import AbstractHTTP
import Foundation

struct Entry: Decodable, Sendable { let name: String }
struct Cipher: Sendable { func decrypt(_ piece: Data) -> Data { piece } }

let stream = ResponseStream.make().stream
let file = FileHandle.standardOutput
let lines = ["one", "two"]
let cipher = Cipher()
@MainActor var response = Response()
