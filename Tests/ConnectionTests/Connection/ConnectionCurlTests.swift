import Testing

@testable import AbstractHTTP

struct ConnectionCurlTests {
  private struct Login: ConnectionSpec {
    typealias ResponseModel = Void
    var url = "https://h.test/login?token=s3cret"
    let headers = ["Authorization": "s3cret"]
  }

  @Test func `a connection shows its request as a command, without secrets unless they are asked for`() throws {
    let connection = Connection(Login())

    #expect(
      String(reflecting: connection) == """
        \(connection.description)
        curl --compressed \\
          -H 'Authorization: ***' \\
          'https://h.test/login?token=***'
        """
    )
    #expect(try connection.curl(showingSecrets: true).contains("-H 'Authorization: s3cret'"))
  }

  @Test func `a request that can't be made is shown by its error`() {
    let connection = Connection(Login(url: "h.test"))

    #expect(connection.debugDescription.contains("invalidURL"))
    #expect(throws: ConnectionError.self) { try connection.curl() }
  }
}
