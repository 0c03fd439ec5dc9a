import Foundation
import Testing

@testable import AbstractHTTP

struct DigestAnswerTests {
  private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
  private static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

  private func challenge(_ field: String) throws -> DigestChallenge {
    try #require(AuthenticationChallenge.challenges(in: field).first.flatMap { DigestChallenge($0) })
  }

  /// The parameters of an answer to the examples of RFC 7616 §3.9.1 and RFC 2617 §3.5.
  private func answer(
    _ field: String,
    user: String = "Mufasa",
    password: String = "Circle of Life",
    clientNonce: String = clientNonce,
    subject: DigestAnswer.Subject = DigestAnswer.Subject(method: .get, target: "/dir/index.html")
  ) throws -> [String: String] {
    var sessions = DigestSessions()
    sessions.use(try challenge(field))
    let answered = sessions.answer(clientNonce)
    let value = try #require(answered)
      .authorization(user: user, password: password, for: subject)
    return try #require(AuthenticationChallenge.challenges(in: value).first).parameters
  }

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
  ])
  func `MD5 gives the digests of RFC 1321`(text: String, digest: String) {
    #expect(MD5.hexadecimal(of: text) == digest)
  }

  @Test(arguments: [
    ("", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
    ("abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"
    ),
    (String(repeating: "a", count: 111), "0239e429f98d0ed61ee8e2a7c30afe98c1c3a80ce5dff62a107e9c538f7632ce"),
    (String(repeating: "a", count: 112), "9216b5303edb66504570bee90e48ea5beaa5e9fe9f760bbd3e0460559fc005f6"),
    (String(repeating: "a", count: 240), "d48a4d53397b38ab4e771d781c98ac6b86712dff2a664cfd1f27c7ca40f8ce37"),
  ])
  func `SHA-512-256 gives the digests of FIPS 180-4, also near a block's end`(text: String, digest: String) {
    #expect(SHA512_256.hexadecimal(of: text) == digest)
  }

  /// The example of RFC 7616 §3.9.2, whose response erratum 4897 corrects.
  @Test func `answers with SHA-512-256`() throws {
    let answer = try answer(
      #"Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8, userhash=true, "#
        + #"nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS""#,
      user: "Jäsøn Doe",
      password: "Secret, or not?",
      clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v",
      subject: DigestAnswer.Subject(method: .get, target: "/doe.json")
    )

    #expect(answer["username"] == "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b")
    #expect(answer["response"] == "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5")
    #expect(answer["algorithm"] == "SHA-512-256")
  }

  @Test(arguments: [
    ("MD5", "", "8804a53d3640a40a4f73cea12c5ba451"), ("MD5", "Simba", "db72d4ece7ac8acf9cf8fe91c3c58b0b"),
    ("SHA-256", "Simba", "b2b759d22323704d21b399e599fad9ab2ea015120af125442012870497d1de9e"),
    ("SHA-512-256", "Simba", "5a68585623aadbc9872dd4c3a617bdd876afdea67dc6ba89e7dd0a2874996f73"),
  ])
  func `protects the body if the server wants that`(algorithm: String, body: String, response: String) throws {
    let answer = try answer(
      #"Digest realm="http-auth@example.org", qop="auth-int", algorithm=\#(algorithm), nonce="\#(Self.nonce)""#,
      subject: DigestAnswer.Subject(method: .get, target: "/dir/index.html", body: Data(body.utf8))
    )

    #expect(answer["qop"] == "auth-int")
    #expect(answer["response"] == response)
  }

  @Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ("sha-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ("SHA-256-sess", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
  ])
  func `answers the challenge of RFC 7616`(algorithm: String, response: String) throws {
    let answer = try answer(
      #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\#(algorithm), nonce="\#(Self.nonce)", "#
        + #"opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
    )

    #expect(answer["response"] == response)
    #expect(answer["algorithm"] == algorithm)
    #expect(answer["qop"] == "auth")
    #expect(answer["nc"] == "00000001")
    #expect(answer["uri"] == "/dir/index.html")
    #expect(answer["opaque"] == "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS")
  }

  @Test func `answers the challenge of RFC 2617`() throws {
    let answer = try answer(
      #"Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#,
      password: "Circle Of Life",
      clientNonce: "0a4f113b"
    )

    #expect(answer["response"] == "6629fae49393a05397450978507c4ef1")
    #expect(answer["algorithm"] == nil)
    #expect(answer["opaque"] == nil)
  }

  @Test func `answers a server of RFC 2069 without a counter`() throws {
    let answer = try answer(
      #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#,
      password: "Circle Of Life"
    )

    #expect(answer["response"] == "670fd8c2df070c60b045671b8b24ff02")
    #expect(answer.keys.filter { ["nc", "cnonce", "qop"].contains($0) } == [])
  }

  @Test func `hashes the user's name if the server wants that`() throws {
    let answer = try answer(
      #"Digest realm="api@example.org", qop="auth", algorithm=SHA-256, nonce="n", userhash=true"#,
      user: "J\u{61}\u{308}søn Doe"
    )

    #expect(answer["username"] == "5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7")
    #expect(answer["userhash"] == "true")
  }

  @Test func `quotes values if necessary, and encodes a name that can't be quoted`() throws {
    let field = #"Digest realm="a \"b\\", qop="auth", nonce="n\"", opaque="\\""#

    let plain = try answer(field, user: #"a"\b"#)
    let encoded = try answer(field, user: "Jäsøn Doe")

    #expect(plain["username"] == #"a"\b"#)
    #expect(plain["realm"] == #"a "b\"#)
    #expect(plain["nonce"] == #"n""#)
    #expect(plain["opaque"] == #"\"#)
    #expect(encoded["username*"] == "UTF-8''J%C3%A4s%C3%B8n%20Doe")
    #expect(encoded["username"] == nil)
  }

  @Test(arguments: [
    #"Digest realm="r", nonce="n", algorithm=SHA-512"#, #"Digest realm="r", nonce="n", qop="auth-conf""#,
    #"Digest realm="r""#, #"Digest nonce="n""#, #"Basic realm="r", nonce="n""#, #"Digest realm="r", nonce="n", qop="""#,
  ])
  func `does not answer what it does not know`(field: String) {
    #expect(AuthenticationChallenge.challenges(in: field).compactMap { DigestChallenge($0) }.isEmpty)
  }

  @Test func `prefers the strongest algorithm, whatever the order`() {
    let field = #"Digest realm="1", nonce="n", Digest realm="2", nonce="n", algorithm=SHA-256, Basic realm="3""#
    let more = field + #", Digest realm="4", nonce="n", algorithm=SHA-512-256"#

    let strongest = DigestChallenge.strongest(of: AuthenticationChallenge.challenges(in: field))
    let strongestOfMore = DigestChallenge.strongest(of: AuthenticationChallenge.challenges(in: more))

    #expect(strongest?.realm == "2")
    #expect(strongestOfMore?.realm == "4")
  }

  @Test func `counts the uses of each nonce, and continues the count of a repeated nonce`() throws {
    var sessions = DigestSessions()
    let (first, second) = (
      try challenge(#"Digest realm="r", nonce="1", qop=auth"#), try challenge(#"Digest realm="r", nonce="2", qop=auth"#)
    )

    sessions.use(first)
    let early = (0..<2).compactMap { _ in sessions.answer("c") }
    sessions.use(second)
    let other = sessions.answer("c")
    sessions.use(first)
    let late = sessions.answer("c")

    #expect(early.map(\.count) == [1, 2])
    #expect(other?.count == 1)
    #expect(late?.count == 3)
    #expect(late?.challenge.nonce == "1")
  }

  @Test func `a session keeps its first nonces, also after the nonce that the server names next`() throws {
    var sessions = DigestSessions()
    sessions.use(try challenge(#"Digest realm="r", nonce="1", qop=auth, algorithm=MD5-sess"#))

    let first = sessions.answer("a")
    sessions.use(nextNonce: "2", after: "1")
    let next = sessions.answer("b")

    #expect(first?.sessionNonces == "1:a")
    #expect(next?.sessionNonces == "1:a")
    #expect(next?.clientNonce == "a")
    #expect(next?.challenge.nonce == "2")
    #expect(next?.count == 1)
  }

  @Test func `only so many nonces are remembered`() throws {
    var sessions = DigestSessions()

    for number in 0..<100 { sessions.use(try challenge(#"Digest realm="r", nonce="\#(number)", qop=auth"#)) }
    sessions.use(nextNonce: "new", after: "0")

    let answer = sessions.answer("c")
    #expect(answer?.challenge.nonce == "99")
  }
}
