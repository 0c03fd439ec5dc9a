//: # Redirects
//: They are followed, unless a policy says otherwise. Credentials stay with the server that they are for.
import AbstractHTTP
import AbstractHTTPTesting

let (server, other) = (try LoopbackServer(), try LoopbackServer())
server.on(.get, "/old", .redirect(to: "/new", status: 301))
server.on(.get, "/new", .text("the new page"))
server.on(.get, "/away", .redirect(to: other.url("/")))
other.on(.get, "/") { request in .text("elsewhere, with \(request.headers["Authorization"] ?? "no credential")") }

let response = try await HTTP(server.url("/old")).fetchResponse().value
print("followed to", response.url?.path ?? "", "→", try response.text())
print(try await HTTP(server.url("/away")).header("Authorization", "Bearer t1").fetchString().value)

let stays = RedirectPolicy.sameOrigin
let refused = await HTTP(server.url("/away")).option(stays).fetchString().outcome
print("same origin only:", refused.errorInfo?.error?.description ?? "")
