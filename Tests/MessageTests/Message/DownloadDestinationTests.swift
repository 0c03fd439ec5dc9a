import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct DownloadDestinationTests {
  private let folder = URL(filePath: "/folder/", directoryHint: .isDirectory)

  @Test func `by default nothing is made and nothing replaced`() {
    #expect(DownloadDestination.file(folder).options == [])
    #expect(DownloadDestination.directory(folder).options == [])
    #expect(DownloadDestination.choosing { _ in URL(filePath: "/a") }.options == [])
    #expect(DownloadDestination.file(folder, options: .removePreviousFile).options == .removePreviousFile)
  }

  @Test func `names the file itself, or by the response, or by a closure that is shown it`() throws {
    let head = Response(statusCode: 201, headers: ["Content-Disposition": #"attachment; filename="../50%?.txt""#])
    let chosen = DownloadDestination.choosing { URL(filePath: "/\($0.statusCode)") }

    #expect(try DownloadDestination.file(folder.appending(path: "a")).url(for: head).path == "/folder/a")
    #expect(try DownloadDestination.directory(folder).url(for: head).path == "/folder/50%?.txt")
    #expect(try chosen.url(for: head).path == "/201")
  }

  @Test func `is equal to what names the same file with the same options, and a closure to its copies`() {
    let chosen = DownloadDestination.choosing { _ in URL(filePath: "/a") }
    let copy = chosen

    #expect(DownloadDestination.file(folder) == .file(folder))
    #expect(DownloadDestination.file(folder).hashValue == DownloadDestination.file(folder).hashValue)
    #expect(DownloadDestination.file(folder) != .directory(folder))
    #expect(DownloadDestination.file(folder) != .file(folder, options: .removePreviousFile))
    #expect(chosen == copy && chosen.hashValue == copy.hashValue)
    #expect(chosen != .choosing { _ in URL(filePath: "/a") })
  }

  @Test(arguments: [
    (200, HTTPMethod.get, true), (201, .post, true), (206, .get, true), (299, .get, true), (204, .get, false),
    (205, .get, false), (200, .head, false), (199, .get, false), (300, .get, false), (304, .get, false),
    (404, .get, false),
  ])
  func `takes what succeeded and has a body`(status: Int, method: HTTPMethod, isTaken: Bool) {
    #expect(DownloadDestination.file(folder).takes(status, of: method) == isTaken)
  }

  @Test func `goes with the request, whose equality it is part of`() throws {
    let destination = DownloadDestination.file(folder)
    var request = try Request("http://h.test/")

    request.destination = destination

    #expect(request == Request(url: request.url, destination: destination))
    #expect(request != (try Request("http://h.test/")))
    #expect(request.description == "GET http://h.test/")
  }
}
