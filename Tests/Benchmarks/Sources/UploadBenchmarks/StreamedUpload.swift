#if os(Linux)
  import AbstractHTTP
  import Foundation

  /// 1 GB of unknown length, from a writer and from the `curl` command, which reads it from a pipe.
  enum StreamedUpload {
    private static let size = 1 << 30
    private static let piece = Data(repeating: 0x61, count: 1 << 16)

    struct Failed: Error {}

    /// Measures, and prints a line for each.
    ///
    /// - Returns: The peak of memory above the start, in MB.
    static func measure(rounds: Int) async throws -> Double {
      let server = try DiscardServer()
      print("\n1 GB of unknown length, \(rounds) times\n")
      print("| what | MB/s | peak of memory above the start, MB |\n|---|---:|---:|")
      var peaks: [Double] = []
      for _ in 0..<rounds {
        Memory.forgetPeak()
        let start = Memory.resident()
        let speed = try await Self.speed { try await write(to: server.url) }
        peaks.append(max(0, Memory.peak() - start))
        print("| a writer | \(speed) | \(String(format: "%.1f", peaks.last ?? 0)) |")
        print("| curl, from a pipe | \(try await Self.speed { try curl(to: server.url) }) | |")
      }
      return peaks.max() ?? 0
    }

    private static func speed(of upload: () async throws -> Void) async throws -> Int {
      let start = ContinuousClock.now
      try await upload()
      return Int(Double(size) / 1e6 / ((.now - start) / .seconds(1)))
    }

    private static func write(to url: String) async throws {
      let body = BodyStream { writer in
        for _ in 0..<(size / piece.count) { try await writer.write(piece) }
      }
      let http = HTTP(url).httpMethod(.put).callbackInMainThread(false).body(RequestBody(body))
      guard try await http.fetchString().value == "ok" else { throw Failed() }
    }

    private static func curl(to url: String) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      let source = "head -c \(size) /dev/zero | tr '\\0' a"
      process.arguments = ["-c", "\(source) | curl -s -T - -H Expect: -o /dev/null \(url)"]
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failed() }
    }
  }
#endif
