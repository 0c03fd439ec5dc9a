import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct FilenameTests {
  private static let names: [(given: String, safe: String?)] = [
    ("a.txt", "a.txt"), ("日本 ü.tar.gz", "日本 ü.tar.gz"), ("a'b\"c<d>|e?*&$`!#%.txt", "a'b\"c<d>|e?*&$`!#%.txt"),
    ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("a/b/", "b"), (#"..\..\a.exe"#, "a.exe"),
    (#"C:\Users\a.exe"#, "a.exe"), ("C:a.exe", "C_a.exe"), ("~/a", "a"), ("-rf", "-rf"),
    ("..", nil), (".", nil), ("...", nil), ("/", nil), ("//", nil), (#"\"#, nil), ("", nil), (" ", nil), ("a/..", nil),
    (". . .", nil), ("\0", nil), ("\u{202E}", nil), ("\u{FFFF}", nil),
    (".bashrc", "bashrc"), (" . .a.txt. .", "a.txt"), ("a.txt\u{A0}", "a.txt"), ("..a", "a"), ("a..b", "a..b"),
    ("a\0b.txt", "ab.txt"), ("a\r\nb.txt", "ab.txt"), ("a\u{7F}\u{9B}b", "ab"), ("\0/\0..\0/\0a", "a"), (".\0.", nil),
    ("a\u{202E}gpj.exe", "agpj.exe"), ("a\u{2028}b\u{2029}c", "abc"), ("\u{FEFF}a", "a"),
    ("می\u{200C}خواهم.txt", "می\u{200C}خواهم.txt"), ("👩\u{200D}💻.txt", "👩\u{200D}💻.txt"),
    ("a／b∕c.txt", "a／b∕c.txt"), ("../\u{301}a", "\u{301}a"), ("%2e%2e%2fa", "%2e%2e%2fa"),
  ]

  @Test(arguments: names)
  func `a name can't lead to another folder or hide its extension`(given: String, safe: String?) {
    #expect(Filename.sanitized(given) == safe)
  }

  @Test func `a name that is too long is cut, and keeps its extension`() {
    let letters = String(repeating: "a", count: 300)
    let kanji = String(repeating: "日", count: 300)

    #expect(Filename.sanitized(String(repeating: "a", count: 255))?.utf8.count == 255)
    #expect(Filename.sanitized(letters) == String(repeating: "a", count: 255))
    #expect(Filename.sanitized(letters + ".txt") == String(repeating: "a", count: 251) + ".txt")
    #expect(Filename.sanitized(kanji + ".txt") == String(repeating: "日", count: 83) + ".txt")
    #expect(Filename.sanitized("a." + letters) == "a." + String(repeating: "a", count: 253))
    #expect(Filename.sanitized("a" + String(repeating: "\u{301}", count: 300))?.utf8.count == 255)
    #expect(Filename.sanitized(String(repeating: "a", count: 254) + " b") == String(repeating: "a", count: 254))
    #expect(
      Filename.sanitized(String(repeating: "a", count: 254) + "." + letters) == String(repeating: "a", count: 254)
    )
  }

  @Test(.serialized, arguments: 0..<200)
  func `a name of anything is one name, or none`(seed: Int) throws {
    var random = Generator(seed)
    let signs = Array("./\\\0 \naé日\u{202E}:\"%~\u{301}".unicodeScalars)
    let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in signs.randomElement(using: &random) }

    guard let name = Filename.sanitized(String(String.UnicodeScalarView(scalars))) else { return }

    let folder = URL(filePath: "/folder/", directoryHint: .isDirectory)
    let file = folder.appendingPathComponent(name, isDirectory: false).standardizedFileURL
    #expect(file.deletingLastPathComponent().path == folder.standardizedFileURL.path)
    #expect(file.lastPathComponent == name)
    #expect(!name.hasPrefix(".") && !name.isEmpty)
  }
}
