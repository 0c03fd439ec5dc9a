@testable import AbstractHTTP
import Testing
@testable import TestSupport

struct MIMETypeTests {
  @Test(arguments: [
    ("a.jpg", "image/jpeg"), ("a.JPEG", "image/jpeg"), ("a.tar.gz", "application/gzip"), ("a.txt", "text/plain"),
    (".png", "image/png"), ("日本.mp4", "video/mp4"), ("a.docx", MIMETypeTests.word), ("a.json", "application/json"),
    ("a.heic", "image/heic"), ("a.css", "text/css"), ("a.7z", "application/x-7z-compressed"), ("a.md", "text/markdown"),
  ])
  func `is known by the extension, whatever its case`(name: String, type: String) {
    #expect(MIMEType.known(name) == type)
    #expect(MIMEType.ofFile(name) == type)
  }

  private static let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

  @Test(arguments: ["", "a", "a.", ".", "jpg", "a.jpg.", "a.unheard", "a.jpg ", "a.jpg/b"])
  func `is not known without one that is`(name: String) {
    #expect(MIMEType.known(name) == nil)
    #expect(MIMEType.ofFile(name) == "application/octet-stream")
  }
}
