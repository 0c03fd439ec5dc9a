//: # Headers
//: Names ignore case, a field may have several values, and common fields have a function each.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/feed") { request in
  Reply.data(Data("for \(request.headers["user-agent"] ?? "nobody")".utf8), type: request.headers["ACCEPT"] ?? "")
    .adding(["Server": "Loom/1.0", "Link": "</feed?page=2>; rel=next", "Link": "</feed?page=9>; rel=last"])
}

let response = try await HTTP(server.url("/feed"))
  .headers([.accept("application/atom+xml"), .userAgent("Reader/2.1")])
  .fetchResponse().value
print(try response.text())
print("Content-Type:", response.headers["content-type"] ?? "none")
print("Link:", response.headers.values(for: "Link"))
print("the last page:", response.link("last")?.path ?? "none")
