#if os(Linux)
  import AbstractHTTP
  import Foundation
  import Measuring

  /// 1 GB, or less, of unknown length, from a writer and from the `curl` command, which reads it from a pipe.
  enum StreamedUpload {
    private static let piece = Data(repeating: 0x61, count: 1 << 16)

    struct Failed: Error {}

    /// Measures in turns, and prints a line.
    ///
    /// - Returns: Whether the memory is within its limit.
    static func measure(_ options: Options) async throws -> Bool {
      let server = try DiscardServer()
      let size = TransferRow.size(options)
      TransferRow.heading()
      var row = TransferRow("sent by a writer, and by curl from a pipe", bytes: size)
      for _ in 0..<(options.isShort ? 1 : 3) {
        Memory.forgetPeak()
        let start = Memory.resident()
        let seconds = try await Self.seconds { try await write(size, to: server.url) }
        row.add(seconds: seconds, peak: max(0, Memory.peak() - start))
        row.addCurl(seconds: try await Self.seconds { try curl(size, to: server.url) })
      }
      return row.report()
    }

    private static func seconds(of upload: () async throws -> Void) async throws -> Double {
      let start = ContinuousClock.now
      try await upload()
      return (.now - start) / .seconds(1)
    }

    private static func write(_ size: Int, to url: String) async throws {
      let body = BodyStream { writer in
        for _ in 0..<(size / piece.count) { try await writer.write(piece) }
      }
      let http = HTTP(url).httpMethod(.put).callbackInMainThread(false).body(RequestBody(body))
      guard try await http.fetchString().value == "ok" else { throw Failed() }
    }

    private static func curl(_ size: Int, to url: String) throws {
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
