import Foundation

extension WireRequest {
  /// Requests the missing rest of a download.
  mutating func resume(_ resumption: Resumption?, isAsked: Bool) {
    guard let resumption else { return }
    self.resumption = resumption
    if !isAsked { resumption.ask(in: &headers) }
    resumedFrom = resumption.offset(asked: headers)
  }

  /// Returns the request for the whole download, after a response didn't match the part.
  func beginningAnew() -> WireRequest {
    var request = self
    for name in ["Range", "If-Range"] { request.headers[name] = nil }
    request.resumedFrom = 0
    return request
  }

  /// Returns the number of bytes that precede the body of a response in the download.
  func offset(after statusCode: Int) -> Int64 { statusCode == 206 ? resumedFrom : 0 }

  /// Returns the response with a file even if its body has no bytes, because it is empty or was already complete.
  func placed(_ response: WireResponse) throws -> WireResponse {
    var response = response
    let head = WireHead(response)
    if response.statusCode == 416, resumedFrom > 0, let resumption {
      response.file = try resumption.file(for: head, from: URL(string: address.text), after: resumedFrom)
      (response.statusCode, response.data) = (200, Data())
    } else {
      response.file = try response.file ?? file(for: head)
    }
    return response
  }
}
