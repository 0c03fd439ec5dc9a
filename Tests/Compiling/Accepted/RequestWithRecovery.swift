import AbstractHTTP

func load(_ name: String) -> ConnectionPromise<String> {
  HTTP("https://example.com/users/\(name)").asString()
    .success { text in text.uppercased() }
    .failure { error, isCancelled in if isCancelled { print("cancelled") } }
}
