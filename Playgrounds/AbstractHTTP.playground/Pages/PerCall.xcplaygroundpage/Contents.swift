//: # Settings of one call
//: A call may differ from its client in headers, limits, and options. A derived client is for several of them.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/report") { request in .text("\(request.headers["Accept-Language"] ?? ""), \(request.path)") }
server.on(.get, "/moved", .redirect(to: "/report"))

let client = Client(baseURL: server.url("")) { $0.headers["Accept-Language"] = "en" }
print("by default:", try await client.http("/report").fetchString().value)
print("one call:", try await client.http("/report").header("Accept-Language", "ja").fetchString().value)

let patient = client.with {
  $0.headers["Accept-Language"] = "de"
  $0.use(.retry(5), .timeout(total: .seconds(120)))
}
print("a derived client:", try await patient.http("/report").fetchString().value)

let unfollowed = client.http("/moved").option(RedirectPolicy.never).validate { $0.statusCode == 302 }
print("an option:", try await unfollowed.fetchResponse().value.headers["Location"] ?? "")
