import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization
import Testing
@testable import TestSupport

/// The snippets of the article on downloads, run; and its table, whose tests are there.
@Suite(.timeLimit(.minutes(1)))
struct DownloadsArticleTests {
  @Test func `the article's download resumes, and its part is reported`() async throws {
    let server = try LoopbackServer()
    let folder = try TemporaryFolder()
    server.on(.get, "/") { request in
      guard request.headers["Range"] == "bytes=3-" else {
        return Reply.body(["one", .close]).header("Content-Length", "6").header("ETag", #""1""#)
      }
      return Reply.text("two", status: 206).header("Content-Range", "bytes 3-5/6").header("ETag", #""1""#)
    }
    let (movies, url) = (folder.url, server.url("/"))

    let destination = DownloadDestination.file(movies.appending(path: "1.mp4"), options: .resumable)

    let file = try await HTTP(url).download(to: destination).retry(3).value

    #expect(folder.names == ["1.mp4"])
    #expect(try String(contentsOf: file, encoding: .utf8) == "onetwo")
  }

  @Test func `the article's part is shown and discarded`() async throws {
    let server = try LoopbackServer()
    let folder = try TemporaryFolder()
    server.on(.get, "/", Reply.body(["one", .close]).header("Content-Length", "6").header("ETag", #""1""#))
    let shown = Mutex<[String]>([])
    func show(_ text: String) { shown.withLock { $0.append(text) } }
    let destination = DownloadDestination.file(folder.file("a"), options: .resumable)
    _ = await HTTP(server.url("/")).download(to: destination).outcome

    if let partial = destination.partial() {
      show("\(partial.received) of \(partial.total ?? 0) bytes are there")
    }
    try destination.discardPartial()

    #expect(shown.withLock { $0 } == ["3 of 6 bytes are there"])
    #expect(folder.names == [])
  }

  @Test func `every rule of the article names a test`() throws {
    let article = try String(contentsOf: Repository.articles.appending(path: "Downloads.md"), encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }
    let sources = try Repository.tests(of: "TransportTests")

    #expect(rows.count == 14)
    for row in rows {
      let name = row.dropLast(3).split(separator: "`").last ?? ""
      #expect(sources.contains("func `\(name)`("), "no test of that name: \(name)")
    }
  }
}
