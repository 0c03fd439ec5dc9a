import AbstractHTTP
import Foundation

/// Something of every person, added up: so that what is parsed lazily is parsed.
enum Reading {
  static func sum(_ json: JSON) -> Double {
    var sum = 0.0
    for person in json["people"].arrayValue {
      sum += person["score"].doubleValue + person["address"]["latitude"].doubleValue + Double(person["id"].intValue)
      sum += Double(person["name"].stringValue.utf8.count + person["tags"].arrayValue.count)
      if person["isActive"].boolValue { sum += 1 }
      for friend in person["friends"].arrayValue { sum += friend.doubleValue }
    }
    return sum
  }

  static func sum(_ document: Document?) -> Double {
    var sum = 0.0
    for person in document?.people ?? [] {
      sum += person.score + person.address.latitude + Double(person.id)
      sum += Double(person.name.utf8.count + person.tags.count)
      if person.isActive { sum += 1 }
      for friend in person.friends { sum += Double(friend) }
    }
    return sum
  }

  static func sum(_ object: Any?) -> Double {
    var sum = 0.0
    for person in (object as? [String: Any])?["people"] as? [[String: Any]] ?? [] {
      sum += person["score"] as? Double ?? 0
      sum += (person["address"] as? [String: Any])?["latitude"] as? Double ?? 0
      sum += Double(person["id"] as? Int ?? 0)
      sum += Double((person["name"] as? String ?? "").utf8.count + (person["tags"] as? [Any] ?? []).count)
      if person["isActive"] as? Bool == true { sum += 1 }
      for friend in person["friends"] as? [Int] ?? [] { sum += Double(friend) }
    }
    return sum
  }
}
