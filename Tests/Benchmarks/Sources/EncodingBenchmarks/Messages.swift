import AbstractHTTP
import Foundation
import Measuring

/// Prints what headers, URLs, and cookies cost: many next to few, and odd next to plain.
func measureMessages(_ options: Options) async {
  let table = Table("Headers", options)
  table.heading("Headers: one of so many set, and one got")
  for count in [10, 20, 100, 1_000] {
    let (names, few) = (names(count), names(10))
    await table.row(
      "\(count)",
      times: 50_000 / count,
      units: count,
      aim: .nanoseconds(1_000),
      Contestant("library") { times in fill(names, times) },
      // As many fields, ten at a time.
      Contestant("ten") { times in fill(few, times * count / few.count) }
    )
  }
  table.heading("The URL of a request")
  let urls = Table("A URL with", options)
  for (name, url) in [
    ("a port", "https://api.example.com:8443/v1/users/17"),
    ("a percent sign", "https://api.example.com/v1/users/a%20b"),
    ("a user", "https://user:password@api.example.com/v1/users/17"), ("no path", "https://api.example.com"),
  ] {
    await urls.row(
      name,
      times: 20_000,
      aim: .nanoseconds(1_500),
      Contestant("library") { times in make(url, times) },
      Contestant("plain") { times in make("https://api.example.com/v1/users/17", times) }
    )
  }
  table.heading("The cookies of a request")
  await measureCookies(Table("Cookies", options))
}

private func measureCookies(_ table: Table) async {
  guard let url = URL(string: "https://www.example.com/v1/users") else { return }
  for path in ["/", "/v1", "/v1/users", "/v2/users"] {
    let (many, one) = (jar(50, path, for: url), jar(1, path, for: url))
    await table.row(
      "50 of one host, below \(path)",
      times: 5_000,
      aim: .nanoseconds(10_000),
      Contestant("library") { times in for _ in 0..<times { consume(many.header(for: url)) } },
      Contestant("one") { times in for _ in 0..<times { consume(one.header(for: url)) } }
    )
  }
}

private func jar(_ count: Int, _ path: String, for url: URL) -> CookieJar {
  let jar = CookieJar()
  for index in 0..<count { jar.keep("name\(index)=value\(index); Max-Age=3600; Path=\(path); Secure", from: url) }
  return jar
}

private func names(_ count: Int) -> [String] { (0..<count).map { "X-Custom-Header-\($0)" } }

private func fill(_ names: [String], _ times: Int) {
  for _ in 0..<times {
    var headers = HTTPHeaders()
    for name in names {
      headers[name] = "value"
      consume(headers[name])
    }
  }
}

private func make(_ url: String, _ times: Int) {
  let spec = Get(url: url)
  for _ in 0..<times { consume(try? spec.request()) }
}

private struct Get: RequestSpec {
  let url: String
}
