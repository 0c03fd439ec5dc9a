// error: type 'OfURL' does not conform to protocol 'RequestSpec'
// error: type 'OfText' does not conform to protocol 'TargetType'
import AbstractHTTP
import Foundation

struct OfURL: RequestSpec {
  let url = URL(filePath: "/")
}

struct OfText: TargetType {
  let baseURL = "https://example.com"
}
