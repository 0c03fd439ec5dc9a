import Foundation

extension WireRequest {
  /// Asks for what is missing of a download.
  mutating func resume(_ resumption: Resumption?, isAsked: Bool) {
    guard let resumption else { return }
    self.resumption = resumption
    if !isAsked { resumption.ask(in: &headers) }
    resumedFrom = resumption.offset(asked: headers)
  }

  /// The request for the whole download, after the server has sent what doesn't go with its part.
  func beginningAnew() -> WireRequest {
    var request = self
    for name in ["Range", "If-Range"] { request.headers[name] = nil }
    request.resumedFrom = 0
    return request
  }

  /// How many bytes of the download were there before those of a response.
  func offset(after statusCode: Int) -> Int64 { statusCode == 206 ? resumedFrom : 0 }

  /// The response with a file for a body that has no bytes: an empty one, or one whose bytes were all there.
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
