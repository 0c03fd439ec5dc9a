//: # Uploading what is still being made
//: A body can be written while it is sent: by a closure, a sequence, or a pipe. The progress tells how far it is.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

let server = try LoopbackServer()
server.on(nil, "/reports") { request in
  .text("\(request.body.count) bytes, \(request.headers["Content-Length"] == nil ? "in chunks" : "of known length")")
}

let row = Data("1,2,3,4,5,6,7,8,9,10\n".utf8)

//: A closure writes as fast as the server reads. Of unknown length, the body travels in chunks.
let rows = BodyStream { writer in
  for _ in 0..<50_000 { try await writer.write(row) }
}
let report = HTTP(server.url("/reports")).httpMethod(.put)
let first = try await report.body(RequestBody(rows, contentType: "text/csv")).fetchString().value
print(first)

//: If the length is known, the progress has a total. Writing more or less than that would fail the request.
let total = Int64(row.count * 50_000)
let counted = BodyStream(knownLength: total) { writer in
  for _ in 0..<50_000 { try await writer.write(row) }
}
let marks = Mutex<[Int]>([])
let promise = report.body(RequestBody(counted)).fetchString()
promise.progress { _, progress in
  let quarter = Int((progress.fractionSent ?? 0) * 4) * 25
  marks.withLock { if $0.last ?? 0 < quarter { $0.append(quarter) } }
}
let second = try await promise.value
print(second)
print("progress reached:", marks.withLock { $0.last ?? 0 }, "%")

//: A sequence is a body, too, and is never more than one element ahead of the sender.
let (frames, camera) = AsyncStream.makeStream(of: Data.self)
for number in 1...3 { camera.yield(Data("frame \(number)\n".utf8)) }
camera.finish()
let third = try await report.body(RequestBody(BodyStream(frames))).fetchString().value
print(third)

//: For code that calls back, a pipe hands out the writer.
let (recording, writer) = BodyStream.pipe()
let upload = report.body(RequestBody(recording)).fetchString()
try await writer.write(Data("one, ".utf8))
try await writer.write(Data("two".utf8))
try await writer.finish()
let fourth = try await upload.value
print(fourth)

//: When nobody wants the rest, the writer finds out: here because the call is cancelled.
let (ends, ended) = AsyncStream.makeStream(of: ConnectionErrorType.self)
let endless = BodyStream { writer in
  do {
    while true { try await writer.write(row) }
  } catch {
    ended.yield((error as? ConnectionError)?.type ?? .network)
  }
}
server.onHead(.post, "/endless", .fault(.silence))
let cancelled = HTTP(server.url("/endless")).httpMethod(.post).body(RequestBody(endless)).fetchString()
cancelled.progress { _, progress in if progress.sent > 100_000 { cancelled.cancel() } }
for await end in ends {
  print("the writer's error:", end)
  break
}

precondition(first.hasPrefix("\(total) bytes") && second == "\(total) bytes, of known length")
precondition(third.hasPrefix("24 bytes") && fourth.hasPrefix("8 bytes"))
