import Foundation

/// A megabyte of JSON as APIs send it: objects of one shape, nested ones among them, numbers of all kinds, a few escapes.
struct Document: Codable, Sendable {
  struct Person: Codable, Sendable {
    struct Address: Codable, Sendable {
      let street: String
      let city: String
      let latitude: Double
      let longitude: Double
    }

    let id: Int
    let name: String
    let email: String
    let isActive: Bool
    let score: Double
    let bio: String
    let tags: [String]
    let address: Address
    let friends: [Int]
  }

  let count: Int
  let people: [Person]

  /// The text, a little over a megabyte.
  static let data: Data = {
    let people = (0..<3_000).map { id in
      """
      {"id":\(1_000_000 + id),"name":"Person No. \(id)","email":"person.\(id)@example.com","isActive":\(id % 3 == 0),\
      "score":\(Double(id) * 1.37),"bio":"Said \\"hello\\" on day \(id), in Zürich and 東京;\\nand was then heard of no more.",\
      "tags":["swift","http","json \(id % 7)"],"address":{"street":"\(id) Long Street Name","city":"Basel",\
      "latitude":\(47.5 + Double(id) / 10_007),"longitude":\(7.6 + Double(id) / 10_009)},\
      "friends":[\(id + 1),\(id + 2),\(id + 3)]}
      """
    }
    return Data("{\"count\":\(people.count),\"people\":[\(people.joined(separator: ","))]}".utf8)
  }()
}
