import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct FileCacheTests {
  private let folder = CacheFolder()

  private func cache(byteLimit: Int = 1_000_000, now: Date = Date()) -> FileCache {
    FileCache(directory: folder.url, byteLimit: byteLimit, now: { now })
  }

  @Test func `what one object stores, another reads: another process, or the next launch`() {
    let variants = [StoredResponse.sample("a", size: 9), .sample("b")]

    #expect(cache().store(variants, for: "u"))

    #expect(cache().responses(for: "u") == variants)
    #expect(cache().responses(for: "v").isEmpty)
  }

  @Test func `storing nothing removes, and so does removing everything`() {
    for url in ["u", "v", "w"] { cache().store([.sample()], for: url) }

    cache().store([], for: "u")
    #expect(folder.names.count == 2)
    cache().removeAll()

    #expect(folder.names.isEmpty)
  }

  @Test func `the files are the user's alone`() throws {
    cache().store([.sample()], for: "u")

    let file = try FileManager.default.attributesOfItem(atPath: folder.file(folder.names[0]).path)
    let directory = try FileManager.default.attributesOfItem(atPath: folder.url.path)

    #expect(file[.posixPermissions] as? Int == 0o600)
    #expect(directory[.posixPermissions] as? Int == 0o700)
  }

  @Test func `a file that ends early, wherever, is no response, and is removed`() throws {
    cache().store([.sample("a", size: 20)], for: "u")
    let file = folder.file(try #require(folder.names.first))
    let whole = try Data(contentsOf: file)

    for count in 0..<whole.count {
      try whole.prefix(count).write(to: file)
      #expect(cache().responses(for: "u").isEmpty)
      #expect(folder.names.isEmpty)
    }
    try whole.write(to: file)
    #expect(cache().responses(for: "u").count == 1)
  }

  @Test func `a file that is not a cache's is not a response`() throws {
    cache().store([.sample()], for: "u")
    let file = folder.file(try #require(folder.names.first))

    for content in ["", "x", String(repeating: "\0", count: 10_000), "AHCache2" + String(repeating: "x", count: 99)] {
      try Data(content.utf8).write(to: file)
      #expect(cache().responses(for: "u").isEmpty)
    }
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(cache().responses(for: "u").isEmpty)
    #expect(!cache().store([.sample()], for: "u"))
    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(cache().responses(for: "u").isEmpty)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/etc/passwd")
    #expect(cache().responses(for: "u").isEmpty)
    #expect(FileManager.default.fileExists(atPath: "/etc/passwd"))
  }

  @Test func `a file too large for the cache is not read`() throws {
    cache().store([.sample(size: 5_000)], for: "u")

    #expect(cache(byteLimit: 4_000).responses(for: "u").isEmpty)
    #expect(folder.names.isEmpty)
  }

  @Test func `two addresses that share a file name are distinguished`() throws {
    cache().store([.sample("u")], for: "u")
    cache().store([.sample("v")], for: "v")
    let name = CacheDirectory.name(of: "u")
    let other = try Data(contentsOf: folder.file(CacheDirectory.name(of: "v")))
    try other.write(to: folder.file(name))

    #expect(cache().responses(for: "u").isEmpty)
    #expect(folder.names.contains(name))
  }

  @Test func `drops the least recently used responses beyond the limit`() {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let time = Locked(start)
    let cache = FileCache(directory: folder.url, byteLimit: 8_000, now: { time.withLock { $0 } })
    func stored() -> [Int] { (0..<12).filter { !cache.responses(for: "u\($0)").isEmpty } }
    for number in 0..<6 {
      time.withLock { $0 += 100 }
      cache.store([.sample(size: 600)], for: "u\(number)")
    }
    time.withLock { $0 += 100 }
    _ = cache.responses(for: "u0")

    for number in 6..<12 {
      time.withLock { $0 += 100 }
      cache.store([.sample(size: 600)], for: "u\(number)")
    }

    let left = stored()
    #expect(left.contains(0))
    #expect(!left.contains(1))
    #expect(left.contains(11))
    #expect(folder.byteCount <= 8_000)
  }

  @Test func `existing files count, and files of other processes are seen`() {
    for number in 0..<20 { cache().store([.sample(size: 600)], for: "u\(number)") }

    cache(byteLimit: 8_000).store([.sample(size: 600)], for: "new")

    #expect(folder.byteCount <= 8_000)
    #expect(!cache().responses(for: "new").isEmpty)
  }

  @Test func `an address gets an eighth at most, and without room nothing is kept`() {
    #expect(!cache(byteLimit: 8_000).store([.sample(size: 1_000)], for: "u"))
    for byteLimit in [0, -1, Int.min] { #expect(!cache(byteLimit: byteLimit).store([.sample()], for: "u")) }

    #expect(folder.names.isEmpty)
  }

  @Test func `a response too large removes the one before`() {
    cache().store([.sample("old")], for: "u")

    cache().store([.sample("new", size: 1_000_000)], for: "u")

    #expect(cache().responses(for: "u").isEmpty)
  }

  @Test func `other files in the directory are left alone, what crashes left is removed`() throws {
    cache().store([.sample()], for: "u")
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -7_200)]
    for name in ["notes.txt", "x.response", "0a.unfinished", "0b.unfinished", "x.unfinished"] {
      try Data(count: 5_000).write(to: folder.file(name))
      if name != "0b.unfinished" { try FileManager.default.setAttributes(old, ofItemAtPath: folder.file(name).path) }
    }

    cache(byteLimit: 4_000).store([.sample()], for: "v")
    cache().removeAll()

    #expect(folder.names == ["0b.unfinished", "notes.txt", "x.response", "x.unfinished"])
  }

  @Test func `a directory that cannot be made is a cache that keeps nothing`() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: folder.file("file"))
    let cache = FileCache(directory: folder.file("file/inside"))

    #expect(!cache.store([.sample()], for: "u"))

    #expect(cache.responses(for: "u").isEmpty)
    cache.removeAll()
  }

  @Test func `two caches over one directory, used concurrently, only return stored responses`() async {
    let caches = (0..<2).map { _ in FileCache(directory: folder.url, byteLimit: 30_000) }

    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let cache = caches[worker % 2]
          for step in 0..<150 {
            let url = "u\((worker * 5 + step) % 12)"
            if step % 2 == 0 { cache.store([.sample(url, size: step * 13 % 900)], for: url) }
            if step % 41 == 0 { cache.store([], for: url) }
            for response in cache.responses(for: url) {
              #expect(response.headers["X-Text"] == url)
              #expect(response.data.allSatisfy { $0 == 7 })
            }
          }
        }
      }
    }

    #expect(folder.names.allSatisfy { $0.hasSuffix(".response") })
  }

  @Test func `names of directories may be of any kind`() {
    for name in ["with space", "日本", "50%25", "a#b?c"] {
      let cache = FileCache(directory: folder.file(name))
      #expect(cache.store([.sample()], for: "u"))
      #expect(cache.responses(for: "u").count == 1)
      #expect(FileManager.default.fileExists(atPath: folder.url.path + "/" + name))
    }
  }
}
