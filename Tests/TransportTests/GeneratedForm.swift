import AbstractHTTP
@testable import AbstractHTTPTesting
import Foundation
@testable import TestSupport

/// A form of random parts, and what a server should make of it.
struct GeneratedForm {
  private(set) var form: MultipartFormData
  private(set) var parts: [ReceivedPart] = []
  private var files: [TemporaryFile] = []

  init(seed: Int) throws {
    var generator = Generator(seed)
    form = MultipartFormData()
    for _ in 0..<Int.random(in: 0...6, using: &generator) { try append(&generator) }
  }

  private mutating func append(_ generator: inout Generator) throws {
    let (name, fileName) = (Self.name(&generator), Self.name(&generator) + ".txt")
    let bytes = Self.bytes(&generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      form.append(.text(name, name: name))
      expect(name, nil, nil, Data(name.utf8))
    case 1:
      form.append(bytes, name: name, fileName: fileName, mimeType: "a/b; c=\"d\"")
      expect(name, fileName, "a/b; c=\"d\"", bytes)
    case 2:
      let file = try TemporaryFile(bytes)
      files.append(file)
      form.append(file.url, name: name, fileName: fileName)
      expect(name, fileName, "text/plain", bytes)
    default:
      form.append(.giving(bytes), name: name)
      expect(name, nil, "application/octet-stream", bytes)
    }
  }

  private mutating func expect(_ name: String, _ fileName: String?, _ type: String?, _ body: Data) {
    let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
    parts.append(ReceivedPart(name: name, fileName: fileName, headers: headers, body: body))
  }

  /// Python takes a backslash before a quote for an escape; there is none in these.
  private static func name(_ generator: inout Generator) -> String {
    let breaking: [Unicode.Scalar] = ["\"", "\r", "\n", "-", ";", "="]
    return (generator.text(of: breaking, upTo: 3) + generator.text()).replacingOccurrences(of: "\\", with: "/")
  }

  /// Bytes that look much like a boundary.
  private static func bytes(_ generator: inout Generator) -> Data {
    let texts = ["\r\n", "--", "\r\n--", "--AbstractHTTP-", "\0", "a", "\n", "\r"]
    let pieces = texts.map { Data($0.utf8) } + [Data([255, 254])]
    return (0..<Int.random(in: 0...20, using: &generator)).reduce(into: Data()) { bytes, _ in
      bytes += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
    }
  }
}
