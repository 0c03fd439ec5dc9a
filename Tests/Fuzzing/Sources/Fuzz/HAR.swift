@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// HAR files of other tools: what is read is written, and read again as the same.
  static let har = FuzzTarget(
    "har",
    seeds: [
      entry(
        #""method": "GET", "url": "http://example.test/?a=b", "headers": [{"name": "A", "value": "b"}]"#,
        #""status": 200, "headers": [], "content": {"size": 1, "mimeType": "text/plain", "text": "a"}"#
      ),
      entry(
        #""method": "POST", "url": "https://x.test/", "headers": [], "postData": {"mimeType": "a/b", "text": "c"}"#,
        #""status": 301, "headers": [{"name": "Location", "value": "/"}], "content": {"text": "YQ==", "encoding": "base64"}"#
      ),
      entry(#""method": "", "url": "wss://x.test/", "headers": []"#, #""status": -1, "headers": [], "content": {}"#),
      #"{"log": {"entries": []}}"#,
    ]
  ) { input throws(Broken) in
    guard let archive = try? HTTPArchive(data: Data(input)) else { return }
    guard let written = try? archive.data() else { throw Broken(description: "cannot be written") }
    guard let again = try? HTTPArchive(data: written) else { throw Broken(description: "cannot be read again") }
    try expect(again.entries.count == archive.entries.count, "entries are lost")
    for (one, other) in zip(archive.entries, again.entries) {
      try expect(one.request.url == other.request.url, "another URL")
      try expect(one.request.headers == other.request.headers, "other headers of the request")
      try expect(one.response?.statusCode == other.response?.statusCode, "another status")
      try expect(one.response?.data == other.response?.data, "another body")
    }
  }

  private static func entry(_ request: String, _ response: String) -> String {
    """
    {"log": {"entries": [{"startedDateTime": "2024-01-01T00:00:00.000Z", "time": 1.5, \
    "request": {\(request)}, "response": {\(response)}}]}}
    """
  }
}
