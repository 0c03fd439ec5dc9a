import AbstractHTTP

/// A GET of a URL.
struct Plain: RequestSpec {
  var url: String
}

/// The text of any accepted response.
struct PlainText: ResponseSpec {
  typealias ResponseModel = String
}
