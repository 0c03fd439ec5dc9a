import AbstractHTTP
import Foundation
import Testing

/// The snippet of the article on traps, run.
struct TrapsTests {
  @Test func `a refined protocol has the members that specs share`() throws {
    let request = try GetItem().request()

    #expect(request.url.absoluteString == "https://shop.example.com/items/1")
    #expect(request.headers == ["X-App": "7"])
  }
}

protocol ShopSpec: ConnectionSpec {
  var path: String { get }
}

extension ShopSpec {
  var url: String { "https://shop.example.com" + path }
  var headers: HTTPHeaders { ["X-App": "7"] }
}

struct GetItem: ShopSpec {
  typealias ResponseModel = String
  let path = "/items/1"
}
