import AbstractHTTP
import Foundation

func json(_ name: String, _ age: Int?, _ user: JSON, _ day: Date) -> JSON {
  var json: JSON = [
    "name": name, "age": age, "user": user.object, "friends": user.friends, "day": day, "url": user.url,
    "inner": ["list": [1, "two", name], "flag": true], "nothing": nil,
  ]
  json.tags = [name, "new"]
  json["address"] = ["city": name]
  json.object = ["name": name]
  return JSON(rawValue: json.rawValue) ?? [:]
}

func words(for error: ConnectionError) -> String {
  if error.isOffline || error.isTimeout || error.isTLSFailure { return error.localizedDescription }
  if error.statusCode == 404 { return "\(error.url?.path ?? "")" }
  return error.decodingFailure?.description ?? error.userMessage
}
