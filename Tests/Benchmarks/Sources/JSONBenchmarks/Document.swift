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
    let people = (0..<3_000).map { person($0) }
    return Data("{\"count\":\(people.count),\"people\":[\(people.joined(separator: ","))]}".utf8)
  }()

  /// One person of about a kilobyte.
  static let person = Data(person(0, sentences: 6, friends: 80).utf8)

  /// An array of people, of about so many bytes.
  static func people(of size: Int) -> Data {
    Data("[\((0..<(size / person(0).utf8.count)).map { person($0) }.joined(separator: ","))]".utf8)
  }

  private static func person(_ id: Int, sentences: Int = 1, friends: Int = 3) -> String {
    let bio = #"Said \"hello\" on day \#(id), in Zürich and 東京;\nand was then heard of no more."#
    return """
      {"id":\(1_000_000 + id),"name":"Person No. \(id)","email":"person.\(id)@example.com","isActive":\(id % 3 == 0),\
      "score":\(Double(id) * 1.37),"bio":"\(Array(repeating: bio, count: sentences).joined(separator: " "))",\
      "tags":["swift","http","json \(id % 7)"],"address":{"street":"\(id) Long Street Name","city":"Basel",\
      "latitude":\(47.5 + Double(id) / 10_007),"longitude":\(7.6 + Double(id) / 10_009)},\
      "friends":[\((1...friends).map { "\(id + $0)" }.joined(separator: ","))]}
      """
  }
}
