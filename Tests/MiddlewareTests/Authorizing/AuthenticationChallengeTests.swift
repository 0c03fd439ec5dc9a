import Testing

@testable import AbstractHTTP

struct AuthenticationChallengeTests {
  private func texts(_ fields: String...) -> [String] {
    let headers = HTTPHeaders(fields.map { HTTPHeaders.Field(name: "WWW-Authenticate", value: $0) })
    return AuthenticationChallenge.challenges(in: Response(statusCode: 401, headers: headers)).map { challenge in
      let parameters = challenge.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([challenge.scheme] + [challenge.token68].compactMap { $0 } + parameters).joined(separator: "|")
    }
  }

  @Test(arguments: [
    (#"Basic realm="simple""#, [#"Basic|realm=simple"#]),
    (#"Basic"#, ["Basic"]),
    (#"Negotiate, Basic realm=x"#, ["Negotiate", "Basic|realm=x"]),
    (#"Negotiate YWJj=="#, ["Negotiate|YWJj=="]),
    (#"Negotiate YWJj==, Digest nonce="n", realm="a, b""#, ["Negotiate|YWJj==", "Digest|nonce=n|realm=a, b"]),
    (
      #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#,
      [#"Newauth|realm=apps|title=Login to "apps"|type=1"#, "Basic|realm=simple"]
    ),
    (#"Digest realm = "a" , QOP="auth, auth-int",,nonce=abc=="#, ["Digest|nonce=abc==|qop=auth, auth-int|realm=a"]),
    (#"Basic realm="Größe""#, ["Basic|realm=Größe"]),
    (#"Basic realm="first", realm="second""#, ["Basic|realm=first"]),
    (#"Basic realm="a\\b""#, [#"Basic|realm=a\b"#]),
  ])
  func `reads every challenge of a field`(field: String, expected: [String]) {
    #expect(texts(field) == expected)
  }

  @Test func `reads every field, in order`() {
    let challenges = texts("Bearer", #"Digest realm="d", nonce="1""#, "Basic realm=b")

    #expect(challenges == ["Bearer", "Digest|nonce=1|realm=d", "Basic|realm=b"])
  }

  @Test(
    arguments: [
      ("", []), (",, ,", []), ("=", []), (#"="x""#, []), (#""Basic", Digest"#, ["Digest"]), ("realm=orphan", []),
      (#"Basic realm="no end"#, ["Basic"]), (#"Basic realm="ends in \"#, ["Basic"]), ("Basic realm=", ["Basic|realm="]),
      ("Basic a b c", ["Basic"]), (#"Basic realm="a"b c=d, e=f"#, ["Basic|c=d|e=f|realm=a"]),
      ("Basic =, x=1", []),
      ("Ba(sic realm=x", []), (#"Basic re"alm=x, b=c"#, ["Basic|b=c"]), ("Basic \u{0}realm=x", []),
    ] as [(String, [String])]
  )
  func `leaves out what is malformed`(field: String, expected: [String]) {
    #expect(texts(field) == expected)
  }

  @Test func `reads any beginning of a field without a fault`() {
    let field = #"Newauth realm="apps\"", type=1 , title="a, b", Negotiate YWJj==, Basic realm=x"#

    for length in 0...field.utf8.count { _ = texts(String(field.prefix(length))) }

    #expect(texts(field).count == 3)
  }

  @Test func `reads a long field in one pass`() {
    let field = String(repeating: "Basic realm=\"x\", ", count: 20_000) + String(repeating: "=\" ,", count: 20_000)

    #expect(texts(field).count == 20_000)
  }

  @Test func `a scheme is compared without case, and nothing but its realm is printed`() throws {
    let response = Response(headers: ["WWW-Authenticate": #"digest realm="d", nonce="secret""#])

    let challenge = try #require(AuthenticationChallenge.challenges(in: response).first)

    #expect(challenge.isScheme("Digest"))
    #expect(!challenge.isScheme("Digests"))
    #expect("\(challenge)" == #"digest realm="d""#)
    var dumped = ""
    dump(challenge, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
