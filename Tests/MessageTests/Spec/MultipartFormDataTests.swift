@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct MultipartFormDataTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile(Data("bytes".utf8), named: "a photo.jpeg") }

  @Test func `is written as a browser writes it`() throws {
    var form = MultipartFormData(boundary: "xyz")
    form.append("Ada", name: "user")
    form.append(Data("{}".utf8), name: "meta", mimeType: "application/json")
    form.append(file.url, name: "photo")
    form.append(BodyStream(length: 3) { InputStream(data: Data("abc".utf8)) }, name: "film", fileName: "film.mov")

    let body = try form.content()

    #expect(body.contentType == "multipart/form-data; boundary=xyz")
    #expect(body.length == Int64(try body.data().count))
    #expect(
      String(decoding: try body.data(), as: UTF8.self) == """
        --xyz\r
        Content-Disposition: form-data; name="user"\r
        \r
        Ada\r
        --xyz\r
        Content-Disposition: form-data; name="meta"\r
        Content-Type: application/json\r
        \r
        {}\r
        --xyz\r
        Content-Disposition: form-data; name="photo"; filename="a photo.jpeg"\r
        Content-Type: image/jpeg\r
        \r
        bytes\r
        --xyz\r
        Content-Disposition: form-data; name="film"; filename="film.mov"\r
        Content-Type: video/quicktime\r
        \r
        abc\r
        --xyz--\r\n
        """
    )
  }

  @Test func `an empty form is its last boundary alone`() throws {
    let form = MultipartFormData(boundary: "xyz")

    #expect(try form.content().content == .data(Data("--xyz--\r\n".utf8)))
  }

  @Test func `keeps the order of its parts, and names that occur twice`() throws {
    let form = MultipartFormData([.text("2", name: "b"), .text("1", name: "a"), .text("3", name: "b")], boundary: "x")

    let text = String(decoding: try form.content().data(), as: UTF8.self)

    #expect(text.split(separator: "\r\n").filter { $0.count == 1 } == ["2", "1", "3"])
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\"b", "a%22b"), ("a\r\nb: c", "a%0D%0Ab: c"), ("a\rb\nc", "a%0Db%0Ac"), ("100%", "100%"),
    ("a\\b;c", "a\\b;c"), ("日本 é😀", "日本 é😀"), ("", ""), ("\"\u{301}", "%22\u{301}"),
  ])
  func `escapes names and file names as WHATWG says`(name: String, written: String) throws {
    let form = MultipartFormData([.data(Data(), name: name, fileName: name, mimeType: "a/b")], boundary: "x")

    let text = String(decoding: try form.content().data(), as: UTF8.self)

    #expect(text.utf8.elementsEqual(Self.golden(name: written).utf8))
  }

  private static func golden(name: String) -> String {
    "--x\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(name)\"\r\nContent-Type: a/b\r\n\r\n\r\n--x--\r\n"
  }

  @Test func `writes further headers after its own`() throws {
    let part = MultipartFormData.Part.text("a", name: "n").header("Content-ID", "<1>").header("X", "é")

    let body = try MultipartFormData([part], boundary: "x").content()

    let head = "--x\r\nContent-Disposition: form-data; name=\"n\"\r\nContent-ID: <1>\r\nX: é\r\n\r\na\r\n--x--\r\n"
    #expect(body.content == .data(Data(head.utf8)))
  }

  @Test(
    arguments: [
      (MultipartFormData.Part.text("", name: "n"), nil, nil),
      (.data(Data(), name: "n"), nil, nil),
      (.data(Data(), name: "n", fileName: "a.PNG"), "a.PNG", "image/png"),
      (.data(Data(), name: "n", fileName: "a"), "a", "application/octet-stream"),
      (.data(Data(), name: "n", fileName: "a.png", mimeType: "b/c"), "a.png", "b/c"),
      (.file(URL(filePath: "/x/a.pdf"), name: "n"), "a.pdf", "application/pdf"),
      (.file(URL(filePath: "/x/a.pdf"), name: "n", fileName: "b"), "b", "application/pdf"),
      (.file(URL(filePath: "/x/a"), name: "n", fileName: "b.gif"), "b.gif", "image/gif"),
      (.file(URL(filePath: "/x/a.unheard"), name: "n"), "a.unheard", "application/octet-stream"),
      (.file(URL(filePath: "/x/a.pdf"), name: "n", mimeType: "b/c"), "a.pdf", "b/c"),
      (.stream(.empty, name: "n"), nil, "application/octet-stream"),
      (.stream(.empty, name: "n", fileName: "a.mp4"), "a.mp4", "video/mp4"),
    ] as [(MultipartFormData.Part, String?, String?)]
  )
  func `knows names and types of files`(part: MultipartFormData.Part, fileName: String?, mimeType: String?) {
    #expect(part.fileName == fileName)
    #expect(part.mimeType == mimeType)
  }

  // MARK: - Where the bytes are

  @Test func `fields are one piece of data, files and streams are read later`() throws {
    let fields = try MultipartFormData([.text("a", name: "a"), .data(Data([0, 255]), name: "b")]).content()
    let upload = try MultipartFormData([.text("a", name: "a"), .file(file.url, name: "b")], boundary: "x").content()

    guard case .data = fields.content, case .segments(let segments) = upload.content else {
      Issue.record("\(fields.content), \(upload.content)")
      return
    }
    #expect(segments.count == 3)
    #expect(segments[1] == .file(file.url, range: 0..<5))
    #expect(segments[2] == .data(Data("\r\n--x--\r\n".utf8)))
  }

  @Test func `much data is not copied`() throws {
    let data = Data(count: RequestBody.memoryLimit)

    let body = try MultipartFormData([.text("a", name: "a"), .data(data, name: "b")], boundary: "x").content()

    guard case .segments(let segments) = body.content else {
      Issue.record("one piece")
      return
    }
    #expect(segments[1] == .data(data))
    #expect(body.length.map { $0 > data.count } == true)
  }

  @Test func `the length of data is the limit of what is joined`() throws {
    let overhead = try MultipartFormData([.data(Data(), name: "b")], boundary: "x").content().length ?? 0
    let most = RequestBody.memoryLimit - Int(overhead)

    let joined = try MultipartFormData([.data(Data(count: most), name: "b")], boundary: "x").content()
    let apart = try MultipartFormData([.data(Data(count: most + 1), name: "b")], boundary: "x").content()

    guard case .data = joined.content, case .segments = apart.content else {
      Issue.record("\(joined.length ?? -1), \(apart.length ?? -1)")
      return
    }
  }

  @Test func `can be sent again unless a stream can be read only once`() throws {
    let again: MultipartFormData = [.file(file.url, name: "a"), .stream(.empty, name: "b")]
    let once: MultipartFormData = [.stream(BodyStream(once: InputStream(data: Data()), length: 0), name: "b")]

    #expect(try again.content().isReplayable)
    #expect(try !once.content().isReplayable)
  }

  @Test func `a file is sent as far as it reached`() throws {
    let body = try MultipartFormData([.file(file.url, name: "a")], boundary: "x").content()

    try Data("bytes and more".utf8).write(to: file.url)

    #expect(String(decoding: try body.data(), as: UTF8.self).hasSuffix("\r\n\r\nbytes\r\n--x--\r\n"))
  }

  // MARK: - The boundary

  @Test(arguments: ["a", "0'()+_,-./:=?9", "a b", String(repeating: "x", count: 70)])
  func `takes a boundary, quoted in the type where it must be`(boundary: String) throws {
    let body = try MultipartFormData([.text("a", name: "n")], boundary: boundary).content()

    let isToken = boundary.allSatisfy { $0.isLetter }
    #expect(body.contentType == "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\""))
    #expect(String(decoding: try body.data(), as: UTF8.self).hasPrefix("--\(boundary)\r\n"))
  }

  @Test(arguments: ["", "a ", "é", "a\"b", "a\r\nb", "a;b", "a\\b", "a@b", "a\0", String(repeating: "x", count: 71)])
  func `refuses a boundary that RFC 2046 does not allow`(boundary: String) {
    #expect(throws: InvalidMultipart.boundary(boundary)) { try MultipartFormData(boundary: boundary).content() }
  }

  @Test func `refuses a boundary that occurs in data`() {
    let form = MultipartFormData(
      [.text("--xy", name: "a"), .text("see\r\n--xyz for more", name: "b")],
      boundary: "xyz"
    )

    #expect(throws: InvalidMultipart.boundaryOccurs(part: "b")) { try form.content() }
  }

  @Test(arguments: [0, 1_048_570, 1_048_576, 3_000_000])
  func `refuses a boundary that occurs in a file, wherever in it`(place: Int) throws {
    let file = try TemporaryFile(Data(count: place) + Data("\r\n--xyz\r\n".utf8) + Data(count: 100))
    let form = MultipartFormData([.file(file.url, name: "f")], boundary: "xyz")
    let other = MultipartFormData([.file(file.url, name: "f")], boundary: "xyzz")

    #expect(throws: InvalidMultipart.boundaryOccurs(part: "f")) { try form.content() }
    #expect(throws: Never.self) { try other.content() }
  }

  @Test func `draws a random boundary until one does not occur`() throws {
    let form: MultipartFormData = [.text("--one and --two", name: "a")]
    var boundaries = ["one", "two", "three", "four"].makeIterator()

    let body = try form.content { boundaries.next() ?? "" }

    #expect(body.contentType == "multipart/form-data; boundary=three")
  }

  @Test func `each body has a random boundary of its own, as long as the others'`() throws {
    let bodies = try (0..<100).map { _ in try MultipartFormData([.text("a", name: "n")]).content() }

    let boundaries = bodies.compactMap { $0.contentType?.split(separator: "boundary=").last }
    #expect(Set(boundaries).count == 100)
    #expect(boundaries.allSatisfy { $0.hasPrefix("AbstractHTTP-") && $0.count == 45 })
    #expect(Set(bodies.map(\.length)).count == 1)
  }

  @Test func `is equal to a copy, and hashes alike`() {
    let form = MultipartFormData([.text("a", name: "a"), .stream(.empty, name: "b")], boundary: "x")
    var other = form

    #expect(Set([form, other]).count == 1)
    other.parts[0].name = "b"
    #expect(form != other)
  }
}
