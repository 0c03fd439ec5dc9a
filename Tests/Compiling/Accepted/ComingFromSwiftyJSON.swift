// The code in the right column of the guide "Coming from SwiftyJSON", and SwiftyJSON's own spelling where the guide says that
// it's the same.
import AbstractHTTP
import Foundation

struct User: Codable, JSONModel {
  let name: String
  let age: Int?

  static func build(json: JSON) throws -> User {
    try User(name: json.required("profile", "name"), age: json.optional("age"))
  }
}

func read(_ data: Data, _ text: String, _ name: String?) throws {
  let json = try JSON(data: data)
  _ = try JSON(data: data, options: .fragmentsAllowed)
  _ = JSON(parseJSON: text)
  _ = JSON(["name": text, "tags": [1, 2]] as [String: Any])
  _ = JSON(rawValue: ["name": text])
  _ = json["users"][0]["name"].string
  _ = json["users", 0, "name"].stringValue
  let path: [any JSONSubscriptType] = ["users", 0, "name"]
  _ = json[path]
  _ = json.users[0].name.string
  _ = (json["age"].int, json["age"].intValue, json["age"].int8, json["age"].uInt64Value, json["age"].double)
  _ = (json["ok"].bool, json["ok"].boolValue, json["site"].url, json["none"].null, json["age"].numberValue)
  _ = (json["list"].array, json["list"].arrayValue, json["list"].arrayObject, json.dictionary, json.dictionaryObject)
  for (key, value) in json { print(key, value) }
  _ = (json.count, json.isEmpty, json.first?.0, json.object, json.rawValue)
  _ = (json["name"].exists(), json["name"].type == .string, json.type == .dictionary, json == ["a": 1], json["a"] < 2)
  switch json["users", 9].error {
  case .missingKey, .indexOutOfBounds, .wrongType, .tooDeep, .unsupportedType, .invalidJSON: break
  default: break
  }
  print(json["users", 9].error?.description ?? "", json["born"].date ?? "", name ?? "")
}

func write(_ user: User, _ name: String?) throws {
  var json: JSON = ["name": name, "tags": ["a", nil], "nothing": nil]
  json["age"] = 36
  json["age"].int = 37
  json["window"]["width"] = 800
  json.tags = ["a", "b"]
  json["tags"].arrayObject = ["c"]
  try json.set(7, at: "users", 0, "id")
  try json["tags"].append("d")
  json.remove("nothing")
  try json.merge(with: ["age": 38])
  _ = try json.merged(with: ["age": 38])
  _ = try json.rawData(options: [.prettyPrinted, .sortedKeys])
  _ = json.rawString(options: [])
  _ = json.description
  _ = try JSONEncoder().encode(json)
  _ = try JSON(encoding: user)
  _ = try json.decode(User.self)
  _ = try json.build(User.self)
}

func send(_ url: String, _ json: JSON) throws {
  _ = HTTP(url).fetchJSON()
  _ = HTTP(url).fetchJSONModel(User.self)
  _ = HTTP(url).httpMethod(.post).body(try .json(json))
}
