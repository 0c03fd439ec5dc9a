// What the snippets of the doc comments of Observing use without declaring it.

import AbstractHTTP
import Foundation

struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com/"
}

extension Request { func signed() -> Request { self } }

let connection = Connection(GetText())
let file = URL(fileURLWithPath: "/calls.har")
let folder = URL(fileURLWithPath: "/")
let url = "https://example.com/"
let progress = TransferProgress(received: 5, totalToReceive: 10)
let download = ConnectionPromise<URL>(value: folder)

func note(_ status: CacheStatus) {}
