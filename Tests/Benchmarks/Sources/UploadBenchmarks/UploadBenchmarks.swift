import AbstractHTTP
import Foundation

/// Prints what a multipart upload of 100 MB costs, and above all how much memory it takes:
/// `swift run -c release UploadBenchmarks [--short]`.
///
/// Fails if the peak is more than 30 MB above the memory at the start. The server is a `LoopbackServer` in a process of its
/// own, one for each upload, since it keeps what it gets.
@main
struct UploadBenchmarks {
  private static let size = 100_000_000
  private static let limit = 30.0

  static func main() async throws {
    if CommandLine.arguments.contains("--serve") { return try await Sink.serve() }
    let start = Memory.resident()
    let file = try TemporaryFile(size: size)
    let form = MultipartFormData([.text("a film", name: "title"), .file(file.url, name: "film")])
    let url = file.url
    let stream = BodyStream(length: Int64(size)) { InputStream(url: url) ?? InputStream(data: Data()) }
    let streamed = MultipartFormData([.text("a film", name: "title"), .stream(stream, name: "film")])

    print("Multipart uploads of \(size / 1_000_000) MB over loopback; the limit is \(Int(limit)) MB of memory\n")
    print("| what | MB/s | CPU ms | peak of memory above the start, MB |")
    print("|---|---:|---:|---:|")
    let rounds = CommandLine.arguments.contains("--short") ? 2 : 9
    let peaks = [
      try await Upload.measure("a file", form, rounds: rounds, start: start),
      try await Upload.measure("a stream", streamed, rounds: rounds, start: start),
    ]
    guard peaks.allSatisfy({ $0 <= limit }) else {
      print("\nThat is more than \(Int(limit)) MB.")
      exit(1)
    }
  }
}
