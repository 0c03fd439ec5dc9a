//: # Posting a form
//: `application/x-www-form-urlencoded`, as a web page sends it. For files, see *Multipart*.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.post, "/search") { request in .text("\(request.headers["Content-Type"] ?? ""): \(request.text)") }

struct Search: Encodable, Sendable {
  let words = "looms & engines"
  let years = [1801, 1837]
}

let search = HTTP(server.url("/search")).httpMethod(.post)
print(try await search.body(form: Search()).fetchString().value)
print(try await search.body(.form(["words": "日本", "page": "2"])).fetchString().value)
