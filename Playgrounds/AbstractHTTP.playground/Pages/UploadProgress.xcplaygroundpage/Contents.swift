//: # The progress of an upload
//: If the length of the body is known, the progress has a total.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

let server = try LoopbackServer()
server.on(.put, "/reports") { request in .text("\(request.body.count) bytes have arrived") }

let row = Data("1,2,3,4,5,6,7,8,9,10\n".utf8)
let rows = BodyStream(knownLength: Int64(row.count * 50_000)) { writer in
  for _ in 0..<50_000 { try await writer.write(row) }
}
let upload = HTTP(server.url("/reports")).httpMethod(.put).body(RequestBody(rows, contentType: "text/csv"))
  .fetchString()
let shown = Mutex(0)
upload.progress { _, progress in
  let quarter = Int((progress.fractionSent ?? 0) * 4)
  if shown.withLock({ last in
    quarter > last
      ? {
        last = quarter; return true
      }() : false
  }) {
    print("sent \(quarter * 25) %")
  }
}
let arrived = Gate()
upload.success { text in
  print(text)
  arrived.open()
}
try await arrived.wait()
