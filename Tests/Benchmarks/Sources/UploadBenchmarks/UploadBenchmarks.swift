import AbstractHTTP
import Foundation
public import Measuring

/// Prints what a multipart upload of 100 MB and one of 1 GB from a writer (256 MB in short form) cost, and above all how
/// much memory they take: `Benchmarks Upload`.
///
/// Fails if the peak is more than 30 MB above the memory at the start, or 16 MB for the writer. The server is a `LoopbackServer` in a process of its
/// own, one for each upload, since it keeps what it gets.
public enum UploadBenchmarks {
  private static let size = 100_000_000
  private static let limit = 30.0

  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    if options.isServer { return try await Sink.serve() }
    let start = Memory.resident()
    let file = try TemporaryFile(size: size)
    let form = MultipartFormData([.text("a film", name: "title"), .file(file.url, name: "film")])
    let url = file.url
    let stream = BodyStream(length: Int64(size)) { InputStream(url: url) ?? InputStream(data: Data()) }
    let streamed = MultipartFormData([.text("a film", name: "title"), .stream(stream, name: "film")])

    print("Multipart uploads of \(size / 1_000_000) MB over loopback; the limit is \(Int(limit)) MB of memory\n")
    print("| what | MB/s | CPU ms | peak of memory above the start, MB |")
    print("|---|---:|---:|---:|")
    let rounds = options.isShort ? 2 : 9
    let peaks = [
      try await Upload.measure("a file", form, rounds: rounds, start: start),
      try await Upload.measure("a stream", streamed, rounds: rounds, start: start),
    ]
    guard peaks.allSatisfy({ $0 <= limit }) else {
      print("\nThat is more than \(Int(limit)) MB.")
      exit(1)
    }
    #if os(Linux)
      guard try await StreamedUpload.measure(options) else {
        print("\nThat is more than \(Int(TransferRow.memoryLimit)) MB.")
        exit(1)
      }
    #endif
  }
}
