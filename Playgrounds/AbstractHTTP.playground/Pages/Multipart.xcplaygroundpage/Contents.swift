//: # Uploading files in a form
//: Fields, data, and files in one body. Files are read while they are sent, and never held in memory.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.post, "/photos") { request in
  .text(request.parts.map { "\($0.name): \($0.fileName ?? $0.text), \($0.body.count) bytes" }.joined(separator: "\n"))
}

let photo = FileManager.default.temporaryDirectory.appending(path: "the \"sea\" \(UUID().uuidString).jpeg")
try Data(repeating: 7, count: 3_000_000).write(to: photo)
defer { try? FileManager.default.removeItem(at: photo) }

var form: MultipartFormData = [.text("The sea, 日本", name: "title")]
form.append(Data(#"{"camera": "A7"}"#.utf8), name: "meta", mimeType: "application/json")
form.append(photo, name: "photo", fileName: "sea.jpeg")
print(try await HTTP(server.url("/photos")).httpMethod(.post).body(form).fetchString().value)
print("the length is known:", server.requests[0].headers["Content-Length"] ?? "no")

//: What can't be read is an error, and nothing is sent.
form.append(URL(filePath: "/nowhere.jpeg"), name: "missing")
let failed = await HTTP(server.url("/photos")).httpMethod(.post).body(form).fetchString().outcome
print(failed.errorInfo?.error?.description ?? "", "- requests:", server.requestCount)
