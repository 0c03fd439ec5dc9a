// What the snippets of the doc comments of Encoding use without declaring it.

import AbstractHTTP
import Foundation

struct User: Encodable {}

struct Search: Encodable {
  let tags: [String]
  let isOpen: Bool
}

@MainActor var request = Request(url: photo)
let form: MultipartFormData = []
let folder = URL(fileURLWithPath: "/")
let user = User()
let name = "Ada"
let password = ""
let json = Data("{}".utf8)
let photo = URL(fileURLWithPath: "/photo.jpeg")
