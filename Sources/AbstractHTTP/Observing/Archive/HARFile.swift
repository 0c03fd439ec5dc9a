/// The JSON structure of a HAR 1.2 file. Properties that the format makes optional are optional.
///
/// Names that begin with `_` are this library's extensions, as the format requires.
struct HARFile: Codable {
  struct Log: Codable {
    var version = "1.2"
    var creator = Creator()
    var entries: [Entry]
  }

  struct Creator: Codable {
    var name = "AbstractHTTP"
    var version = "1"
  }

  struct Entry: Codable {
    var startedDateTime: String
    var time: Double
    var request: Request
    var response: Response
    var cache: Nothing? = Nothing()
    var timings: Timings?
    var serverIPAddress: String?
    /// The port of the server.
    var connection: String?
    /// Whether the response is a redirect that was followed; `nil` if it isn't a redirect, or if another tool wrote the
    /// file.
    var isRedirectFollowed: Bool?

    enum CodingKeys: String, CodingKey {
      case startedDateTime, time, request, response, cache, timings, serverIPAddress, connection
      case isRedirectFollowed = "_isRedirectFollowed"
    }
  }

  /// A required value that is ignored.
  struct Nothing: Codable {}

  struct Request: Codable {
    var method: String
    var url: String
    var httpVersion: String?
    var cookies: Cookies? = Cookies()
    var headers: [Pair]
    var queryString: [Pair]? = []
    var postData: PostData?
    var headersSize: Int? = -1
    var bodySize: Int? = 0
  }

  struct PostData: Codable {
    var mimeType: String
    var text: String?
    var encoding: String?

    enum CodingKeys: String, CodingKey {
      case mimeType, text
      case encoding = "_encoding"
    }
  }

  struct Response: Codable {
    var status: Int
    var statusText: String? = ""
    var httpVersion: String?
    var cookies: Cookies? = Cookies()
    var headers: [Pair]
    var content: Content
    var redirectURL: String? = ""
    var headersSize: Int? = -1
    var bodySize: Int? = 0
    var url: String?
    var errorCode: Int?

    enum CodingKeys: String, CodingKey {
      case status, statusText, httpVersion, cookies, headers, content, redirectURL, headersSize, bodySize
      case url = "_url"
      case errorCode = "_errorCode"
    }
  }

  struct Content: Codable {
    var size: Int?
    var compression: Int?
    var mimeType: String? = ""
    var text: String?
    var encoding: String?
  }

  struct Pair: Codable {
    var name: String
    var value: String
  }

  var log: Log
}
