import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct PartialFileTests {
  private func begin(
    _ url: URL,
    _ options: DownloadDestination.Options = [],
    writing text: String = ""
  ) throws -> PartialFile {
    let file = try PartialFile(at: url, options: options)
    try write(text, to: file)
    return file
  }

  private func write(_ text: String, to file: PartialFile) throws {
    try Data(text.utf8).withUnsafeBytes { try file.write($0) }
  }

  private func failure(_ body: () throws -> Void) -> URLError.Code? {
    #expect(throws: URLError.self, performing: body)?.code
  }

  @Test func `stands next to its place, hidden, until it is whole`() throws {
    let folder = try TemporaryFolder()

    let file = try begin(folder.file("a"), writing: "one ")
    let meanwhile = folder.names
    try write("two", to: file)
    try file.finish()

    #expect(meanwhile.count == 1)
    #expect(meanwhile.first?.hasPrefix(".") == true)
    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "one two")
  }

  @Test func `is gone when it is discarded, or let go of`() throws {
    let folder = try TemporaryFolder()

    let file = try begin(folder.file("a"), writing: "half")
    file.discard()
    file.discard()
    #expect(folder.names == [])
    try file.finish()
    #expect(folder.names == [])
    _ = try begin(folder.file("a"), writing: "half")
    #expect(folder.names == [])
  }

  @Test func `keeps its name when it is discarded after the end`() throws {
    let folder = try TemporaryFolder()

    let file = try begin(folder.file("a"), writing: "whole")
    try file.finish()
    file.discard()
    try file.finish()

    #expect(try folder.text(of: "a") == "whole")
    #expect(failure { try write("more", to: file) } == .cannotWriteToFile)
  }

  @Test func `two for one place do not meet`() throws {
    let folder = try TemporaryFolder()

    let one = try begin(folder.file("a"), .removePreviousFile, writing: "one")
    let two = try begin(folder.file("a"), .removePreviousFile, writing: "two")
    #expect(folder.names.count == 2)
    try one.finish()
    try two.finish()

    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "two")
  }

  @Test func `does not replace a file, not even one that came meanwhile`() throws {
    let folder = try TemporaryFolder()
    let file = try begin(folder.file("a"), writing: "new")

    try folder.write("old", to: "a")

    #expect(failure { try file.finish() } == .cannotCreateFile)
    #expect(failure { _ = try begin(folder.file("a")) } == .cannotCreateFile)
    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "old")
  }

  @Test func `replaces a file if it may, in one step at the end`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a")

    let file = try begin(folder.file("a"), .removePreviousFile, writing: "new")
    #expect(try folder.text(of: "a") == "old")
    try file.finish()

    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "new")
  }

  @Test func `a link that leads nowhere is a file that is there`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder.file("a").path, withDestinationPath: "nowhere")

    #expect(failure { _ = try begin(folder.file("a")) } == .cannotCreateFile)
    try begin(folder.file("a"), .removePreviousFile, writing: "new").finish()

    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "new")
  }

  @Test(arguments: [[], .removePreviousFile, .createIntermediateDirectories] as [DownloadDestination.Options])
  func `does not take the place of a folder`(options: DownloadDestination.Options) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.file("a"), withIntermediateDirectories: false)

    #expect(failure { _ = try begin(folder.file("a"), options) } == .fileIsDirectory)
    let file = try begin(folder.file("b"), options)
    try FileManager.default.createDirectory(at: folder.file("b"), withIntermediateDirectories: false)

    #expect(throws: URLError.self) { try file.finish() }
    #expect(folder.names == ["a", "b"])
  }

  @Test func `makes the folders that are missing only if it may`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "b/c/a")

    #expect(failure { _ = try begin(url) } == .cannotCreateFile)
    #expect(folder.names == [])
    try begin(url, .createIntermediateDirectories, writing: "deep").finish()

    #expect(try folder.text(of: "b/c/a") == "deep")
  }

  @Test func `cannot be where no file can`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a file", to: "a")
    let places = [
      URL(string: "http://h.test/a"), folder.url.appending(path: "a/b"), URL(filePath: "/proc/none/a"),
      URL(filePath: "/"),
    ]

    for case let place? in places {
      for options in [[], .createIntermediateDirectories, .removePreviousFile] as [DownloadDestination.Options] {
        let error = #expect(throws: URLError.self) { try begin(place, options) }
        #expect(error?.userInfo[NSLocalizedDescriptionKey] is String)
      }
    }
    #expect(folder.names == ["a"])
  }

  @Test(arguments: [[], .removePreviousFile] as [DownloadDestination.Options])
  func `a name that is too long is found out, at the end at the latest`(options: DownloadDestination.Options) throws {
    let folder = try TemporaryFolder()

    let error = failure {
      try begin(folder.file(String(repeating: "a", count: 256)), options).finish()
    }

    #expect(error == .cannotMoveFile)

    #expect(folder.names == [])
  }

  @Test(arguments: [[], .removePreviousFile] as [DownloadDestination.Options])
  func `a folder that vanishes is an error`(options: DownloadDestination.Options) throws {
    let folder = try TemporaryFolder()
    let file = try begin(folder.file("a"), options, writing: "whole")

    folder.remove()

    #expect(failure { try file.finish() } == .cannotMoveFile)
  }

  #if os(Linux)
    @Test func `a full disk is an error with words`() throws {
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }

      let error = #expect(throws: URLError.self) {
        try Data("a".utf8).withUnsafeBytes { try FileSystem.write($0, to: full, for: URL(filePath: "/a")) }
      }

      #expect(error?.code == .cannotWriteToFile)
      #expect(error?.userInfo[NSLocalizedDescriptionKey] as? String == "/a cannot be written: No space left on device")
    }
  #endif

  @Test func `a descriptor that is none is an error`() {
    let error = failure {
      try Data("a".utf8).withUnsafeBytes { try FileSystem.write($0, to: -1, for: URL(filePath: "/a")) }
    }

    #expect(error == .cannotWriteToFile)
    #expect(failure { try FileSystem.close(-1, for: URL(filePath: "/a")) } == .cannotWriteToFile)
  }
}
