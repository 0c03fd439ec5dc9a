//: # Uploading a form
//: Fields, data, files and streams in one body. What is long is read while it is sent, and never held in memory.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.post, "/photos") { request in
  .text(request.parts.map { "\($0.name): \($0.fileName ?? $0.text), \($0.body.count) bytes" }.joined(separator: "\n"))
}

let photo = FileManager.default.temporaryDirectory.appendingPathComponent("the \"sea\" \(UUID().uuidString).jpeg")
try Data(repeating: 7, count: 3_000_000).write(to: photo)
defer { try? FileManager.default.removeItem(at: photo) }

struct SendPhoto: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
  let photo: URL
  let httpMethod = HTTPMethod.post

  func content() throws -> RequestBody? {
    var form: MultipartFormData = [.text("The sea, 日本", name: "title")]
    form.append(Data(#"{"camera": "A7"}"#.utf8), name: "meta", mimeType: "application/json")
    form.append(photo, name: "photo", fileName: "sea.jpeg")
    //: A stream says how much it will give, and is opened anew if the body must be sent again.
    form.append(BodyStream(length: 5) { InputStream(data: Data("notes".utf8)) }, name: "notes", fileName: "notes.txt")
    return try form.content()
  }
}

//: The progress knows the whole: the length of the body is told before it is sent.
let connection = Connection(SendPhoto(url: server.url("/photos"), photo: photo))
let promise = connection.start().progress { _, progress in
  guard progress.fractionSent == 1, progress.received == 0 else { return }
  print("sent \(progress.sent) of \(progress.totalToSend ?? 0) bytes")
}
let answer = try await promise.value
print(answer)

//: In one chain, as an array of parts.
let small = try await HTTP(server.url("/photos")).httpMethod(.post)
  .body([.text("Ada", name: "user"), .file(photo, name: "photo", fileName: "a \"b\".jpeg")])
  .fetchString().value
print(small)

//: What cannot be sent is an error that says why, and nothing is sent.
let missing = URL(filePath: "/nowhere/photo.jpeg")
let failure = await Connection(SendPhoto(url: server.url("/photos"), photo: missing)).start().outcome
if case .rejected(let error) = failure { print(error) }

//: The bytes can be looked at without a server.
let form = MultipartFormData([.text("Ada", name: "user")], boundary: "boundary")
print(String(decoding: try form.content().data(), as: UTF8.self))

let (first, second) = (server.requests.first, server.requests.last)
guard server.requestCount == 2, first?.headers["Content-Length"] == "\(first?.body.count ?? 0)",
  first?.parts.map(\.name) == ["title", "meta", "photo", "notes"], first?.parts[2].body.count == 3_000_000,
  second?.parts.last?.fileName == "a \"b\".jpeg"
else {
  print("the server did not get what was sent")
  exit(1)
}
