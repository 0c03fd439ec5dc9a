@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct SpooledFileTests {
  @Test func `holds what was appended, for nobody else, and goes with its object`() throws {
    var file: SpooledFile? = try SpooledFile()
    let url = try #require(file?.url)

    try Data("one".utf8).withUnsafeBytes { try file?.append($0) }
    try Data(" two".utf8).withUnsafeBytes { try file?.append($0) }
    let permissions = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    let text = try String(contentsOf: url, encoding: .utf8)
    file = nil

    #expect(text == "one two")
    #expect(permissions == 0o600)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `is removed once`() throws {
    let file = try SpooledFile()

    file.remove()
    file.remove()

    #expect(!FileManager.default.fileExists(atPath: file.url.path))
  }
}
