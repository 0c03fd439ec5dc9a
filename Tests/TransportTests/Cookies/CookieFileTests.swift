import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct CookieFileTests {
  private let scene = CookieScene()

  @Test func `writes the format that curl reads`() throws {
    let folder = try TemporaryFolder()
    try scene.keep("a=1; Domain=example.com; Max-Age=60", "b=2; Path=/x; Secure; HttpOnly", "c=\"3 4\"")

    try scene.jar.save(to: folder.file("cookies.txt"), at: scene.now)

    let lines = try folder.text(of: "cookies.txt").split(separator: "\n").filter { !$0.hasPrefix("# ") }
    #expect(
      lines == [
        ".example.com\tTRUE\t/\tFALSE\t1700000060\ta\t1",
        "#HttpOnly_example.com\tFALSE\t/x\tTRUE\t0\tb\t2",
        "example.com\tFALSE\t/\tFALSE\t0\tc\t\"3 4\"",
      ]
    )
  }

  @Test func `reads back what it wrote, to the byte`() throws {
    let folder = try TemporaryFolder()
    let target = try HTTPAddress("https://www.example.com/")
    let lines: [[UInt8]] = [
      Array("a=1\t2; Path=/x".utf8), [0x62, 0x3D, 0xFF, 0xE9], Array("c=日本; Domain=example.com; Max-Age=1000".utf8),
      Array("__Host-d=; Secure; HttpOnly; Path=/".utf8), Array("#HttpOnly_e=#; Secure".utf8),
    ]
    scene.jar.keep(lines, from: target, at: scene.now)
    let file = folder.file("cookies.txt")

    try scene.jar.save(to: file, at: scene.now)
    let jar = CookieJar()
    try jar.load(from: file, at: scene.now)

    #expect(jar.cookies(at: scene.now) == scene.jar.cookies(at: scene.now))
    #expect(jar.count == 5)
    #expect(jar.field(for: target, at: scene.now)?.bytes == scene.jar.field(for: target, at: scene.now)?.bytes)
  }

  @Test func `leaves out what has expired, session cookies if wished, and what the format cannot hold`() throws {
    let folder = try TemporaryFolder()
    try scene.keep("a=1", "b=2; Max-Age=60", "c=3; Max-Age=5", "d\td=4; Max-Age=60", "e=5; Path=/\tx; Max-Age=60")

    try scene.jar.save(to: folder.file("all"), at: scene.now.addingTimeInterval(10))
    try scene.jar.save(to: folder.file("lasting"), includingSessionCookies: false, at: scene.now.addingTimeInterval(10))

    #expect(try names(folder.file("all")) == ["a", "b"])
    #expect(try names(folder.file("lasting")) == ["b"])
  }

  @Test func `is for its owner only, appears whole, and leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "cookies.txt")
    let file = folder.file("cookies.txt")
    try scene.keep("a=1")

    try scene.jar.save(to: file, at: scene.now)

    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    #expect(folder.names == ["cookies.txt"])
    #expect(try names(file) == ["a"])
  }

  @Test func `keeps the file there was, and leaves nothing behind, if it cannot write`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "taken")
    let places = [
      folder.url, folder.file("missing/cookies"), folder.file("taken/cookies"),
      folder.file(String(repeating: "x", count: 300)), URL(string: "https://a.test/"),
    ]

    for place in places.compactMap({ $0 }) {
      #expect(throws: URLError.self) { try scene.jar.save(to: place, at: scene.now) }
    }
    #expect(folder.names == ["taken"])
  }

  @Test func `adds to the jar, and replaces the same cookie`() throws {
    let folder = try TemporaryFolder()
    try folder.write("example.com\tFALSE\t/\tTRUE\t0\ta\tnew\r\n\r\n# comment\n \t\n", to: "cookies.txt")
    try scene.keep("a=old", "b=2")

    try scene.jar.load(from: folder.file("cookies.txt"), at: scene.now)

    #expect(try scene.header() == "a=new; b=2")
  }

  @Test(arguments: [
    ("example.com\tTRUE\t/\tFALSE\t0\ta\t1", "a=1"), (".example.com\tTRUE\t/\tfalse\t-1\ta\t1", "a=1"),
    ("EXAMPLE.com\tFALSE\t/\tFALSE\t1700000060.5\ta\t1", "a=1"), ("example.com\tFALSE\t/\tFALSE\t0\ta", "a="),
    ("example.com\tFALSE\t/\tFALSE\t0\ta\t1\t2", "a=1\t2"), ("example.com\tFALSE\t/\tFALSE\t1\ta\t1", nil),
    ("com\tTRUE\t/\tFALSE\t0\ta\t1", nil), ("example.com\tFALSE\tx\tFALSE\t0\ta\t1", nil),
    ("example.com\tFALSE\t/\tFALSE\t0\t__Host-a\t1", nil), ("example.com\tFALSE\t/\tFALSE\t0\t\t1", nil),
    ("example.com\tFALSE\t/\tFALSE\t99999999999999999999999999\ta\t1", "a=1"),
    ("example.com\tFALSE\t/\tFALSE\t0\ta\t1;Path=/", nil), ("example.com\tFALSE\t/\tFALSE\t0\ta\t1\u{0}", nil),
  ])
  func `reads other programs' lines, and passes over cookies that no server could set`(line: String, sent: String?)
    throws
  {
    let cookies = try CookieFile.cookies(of: Array(line.utf8))
    scene.jar.keep(cookies, isTrusted: true, at: scene.now)

    #expect(try scene.header() == sent)
  }

  @Test(arguments: [
    "a", "a=1", "example.com\tTRUE\t/\tFALSE\t0", "example.com\tYES\t/\tFALSE\t0\ta\t1",
    "example.com\tTRUE\t/\tNO\t0\ta\t1",
    "example.com\tTRUE\t/\tFALSE\tsoon\ta\t1", "example.com\tTRUE\t/\tFALSE\t\ta\t1",
    "example.com\tTRUE\t/\tFALSE\t1.\ta\t1",
    "example.com\tTRUE\t/\tFALSE\t0x1\ta\t1", "{\"a\": 1}", "\0", "#HttpOnly_", "\u{FEFF}a\t1",
  ])
  func `says which line isn't a cookie's, and changes nothing`(line: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("# Netscape HTTP Cookie File\nexample.com\tFALSE\t/\tFALSE\t0\tb\t1\n\(line)\n", to: "cookies.txt")

    #expect(throws: InvalidCookieFile(line: 3)) { try scene.jar.load(from: folder.file("cookies.txt"), at: scene.now) }
    #expect(scene.jar.count == 0)
  }

  @Test func `says why a file cannot be read`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let long = folder.file("long")
    #expect(FileManager.default.createFile(atPath: long.path, contents: nil))
    #expect(truncate(long.path, 33 << 20) == 0)

    #expect(throws: URLError(.fileDoesNotExist)) { try code { try scene.jar.load(from: folder.file("none")) } }
    #expect(throws: URLError(.fileIsDirectory)) { try code { try scene.jar.load(from: folder.url) } }
    #expect(throws: URLError(.cannotOpenFile)) { try code { try scene.jar.load(from: pipe) } }
    #expect(throws: URLError(.dataLengthExceedsMaximum)) { try code { try scene.jar.load(from: long) } }
  }

  @Test(.serialized, arguments: 0..<40)
  func `whatever stands in a file, nothing breaks`(seed: Int) throws {
    var random = Generator(seed)
    let pieces: [[UInt8]] =
      [
        "\t", "\t", "\t", "\n", "\r", "TRUE", "FALSE", "example.com", ".", "/", "0", "9", "-1", "#HttpOnly_", "#", "a",
        ";", "[",
      ].map { Array($0.utf8) } + [[0xFF], [0], [0xC3]]
    for _ in 0..<300 {
      let bytes = (0..<30).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
      _ = try? CookieFile.cookies(of: bytes)
    }
  }

  private func names(_ file: URL) throws -> [String] {
    try CookieFile.cookies(of: Array(Data(contentsOf: file))).map(\.name)
  }

  /// Runs a call, and throws its error without the words.
  private func code(_ call: () throws -> Void) throws {
    do { try call() } catch let error as URLError { throw URLError(error.code) }
  }
}
