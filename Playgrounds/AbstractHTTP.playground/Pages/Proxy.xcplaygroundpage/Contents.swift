//: # A proxy
//: HTTP or SOCKS 5, for one connector or one call. Without a setting, the environment's proxies are used.
import AbstractHTTP
import AbstractHTTPTesting

//: A proxy gets the whole address. This one answers by itself.
let proxy = try LoopbackServer()
proxy.on(nil, "/*") { request in
  .text("\(request.target), as \(request.headers["Proxy-Authorization"] == nil ? "anybody" : "somebody")")
}

let settings = ProxySettings.http(
  "127.0.0.1",
  port: proxy.port,
  login: ProxyLogin(user: "ada", password: "open sesame")
)
print(try await HTTP("http://api.example.test/users?page=2").option(settings).fetchString().value)

let connector = DefaultHTTPConnector()
connector.proxy = .http("127.0.0.1", port: proxy.port, excluding: ["*.internal.test", "127.0.0.1"])
let excluded = HTTP(proxy.url("/direct")).httpConnector(connector)
print(try await excluded.fetchString().value)
