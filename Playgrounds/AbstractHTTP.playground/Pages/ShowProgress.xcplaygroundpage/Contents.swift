//: # A progress bar
//: On standard error, and only if that is a terminal: a pipe or a file gets the result alone.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
let piece = Reply.Part.data(Data(repeating: 7, count: 500_000))
server.on(.get, "/film.mp4", .body(Array(repeating: [piece, .delay(.milliseconds(20))], count: 20).flatMap { $0 }))

let film = HTTP(server.url("/film.mp4")).fetchData()
print("received", try await film.showingProgress("film.mp4").count, "bytes")

//: The bar is a function from a progress to a line, for bars of your own.
let bar = ProgressBar("film.mp4")
for part in [0, 2_500_000, 10_000_000] as [Int64] {
  print(bar.text(TransferProgress(received: part, totalToReceive: 10_000_000)))
}
