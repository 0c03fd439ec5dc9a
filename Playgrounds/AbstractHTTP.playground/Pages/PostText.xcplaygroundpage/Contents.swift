//: # Posting a text
//: Bytes, and what they are.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.post, "/markdown") { request in .text("\(request.headers["Content-Type"] ?? ""): \(request.text)") }

let body = RequestBody(Data("# Looms\n1. Thread".utf8), contentType: "text/markdown; charset=utf-8")
print(try await HTTP(server.url("/markdown")).httpMethod(.post).body(body).fetchString().value)
