@testable import AbstractHTTP
@testable import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// Forms are read back as they were made, by readers that are not theirs.
@Suite(.timeLimit(.minutes(1)))
struct MultipartReadingTests {
  @Test(.serialized, arguments: 0..<100)
  func `a form is read back`(seed: Int) throws {
    let generated = try GeneratedForm(seed: seed)

    let body = try generated.form.content()
    let data = try body.data()
    let parts = try #require(MultipartReader(boundary: try boundary(of: body)).parts(of: data))

    #expect(body.length == Int64(data.count))
    #expect(parts.map(\.name) == generated.parts.map(\.name))
    #expect(parts.map(\.fileName) == generated.parts.map(\.fileName))
    #expect(parts.map { $0.headers["Content-Type"] } == generated.parts.map { $0.headers["Content-Type"] })
    #expect(parts.map(\.body) == generated.parts.map(\.body))
  }

  private func boundary(of body: RequestBody) throws -> String {
    try #require(body.contentType?.split(separator: "boundary=").last.map(String.init))
  }

  @Test(arguments: TestedEngine.allCases)
  func `a form arrives at a server`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.post, "/", .status(204))
    let generated = try (0..<10).map { try GeneratedForm(seed: $0) }
    let connector = try engine.connector()

    for form in generated {
      var request = try Request(server.url(), httpMethod: .post)
      request.body = try form.form.content()
      _ = try await connector.response(to: request)
    }

    #expect(server.requests.map { $0.parts.map(\.body) } == generated.map { $0.parts.map(\.body) })
    #expect(server.requests.map { $0.parts.map(\.name) } == generated.map { $0.parts.map(\.name) })
    #expect(server.requests.allSatisfy { $0.headers["Content-Length"] == "\($0.body.count)" })
  }

  // MARK: - Python

  /// Reads messages with the parser of Python's `email` package, and tells its parts.
  private static let program = """
    import base64, json, sys
    from email import policy
    from email.parser import BytesParser

    def text(value):
      return value and value.encode("utf-8", "surrogateescape").decode()

    forms = []
    for path in sys.argv[2:]:
      message = BytesParser(policy=policy.HTTP).parsebytes(open(path, "rb").read())
      parts = [] if message.defects or not message.is_multipart() else message.get_payload()
      forms.append([{
        "name": text(part.get_param("name", header="content-disposition")),
        "fileName": text(part.get_param("filename", header="content-disposition")),
        "type": part["content-type"],
        "body": base64.b64encode(part.get_payload(decode=True)).decode(),
      } for part in parts])
    json.dump(forms, open(sys.argv[1], "w"))
    """

  private struct PythonPart: Decodable {
    let name: String
    let fileName: String?
    let type: String?
    let body: Data
  }

  @Test(.enabled(if: Program.exists("python3")))
  func `a form is read back by Python's own parser`() async throws {
    let generated = try (0..<60).map { try GeneratedForm(seed: $0) }.filter { !$0.parts.isEmpty }
    let messages = try generated.map { form in
      let body = try form.form.content()
      return try TemporaryFile(Data("Content-Type: \(body.contentType ?? "")\r\n\r\n".utf8) + body.data())
    }
    let answer = try TemporaryFile(nil)

    let status = try await Program.run("python3", ["-c", Self.program, answer.url.path] + messages.map(\.url.path))

    let forms = try JSONDecoder().decode([[PythonPart]].self, from: Data(contentsOf: answer.url))
    #expect(status == 0)
    #expect(forms.count == generated.count)
    for (parts, form) in zip(forms, generated) {
      #expect(parts.map(\.name) == form.parts.map { Self.written($0.name) })
      #expect(parts.map(\.fileName) == form.parts.map { $0.fileName.map(Self.written) })
      #expect(parts.map(\.type) == form.parts.map { $0.headers["Content-Type"] })
      #expect(parts.map(\.body) == form.parts.map(\.body))
    }
  }

  /// A name as it is sent: Python leaves WHATWG's escapes as they are.
  private static func written(_ name: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
    return name.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}

// MARK: - httpbin

extension HttpbinTests {
  private struct Answer: Decodable {
    let form: [String: String]
    let files: [String: String]
  }

  @Test(arguments: TestedEngine.allCases)
  func `httpbin reads a form`(engine: TestedEngine) async throws {
    let site = try #require(Site.httpbin)
    let file = try TemporaryFile(Data("from a file".utf8))
    var request = try Request(site.url("/post"), httpMethod: .post)
    request.body = try MultipartFormData([
      .text("Ada \"Countess\"\r\n日本", name: "na\"me é"), .file(file.url, name: "file"),
      .stream(.giving(Data("from a stream".utf8)), name: "stream", fileName: "日本.txt"),
      .data(Data("{}".utf8), name: "meta", mimeType: "application/json"),
    ]).content()

    let response = try await engine.connector().response(to: request)

    let answer = try JSONDecoder().decode(Answer.self, from: response.data)
    #expect(answer.form == ["na\"me é": "Ada \"Countess\"\r\n日本", "meta": "{}"])
    #expect(answer.files == ["file": "from a file", "stream": "from a stream"])
  }
}
