import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way to get a URL into a file.
struct Download: Sendable {
  let name: String
  /// Whether the memory it takes is this process's.
  var isHere = true
  let run: @Sendable (_ file: URL) async throws -> Void
}

extension Download {
  static func ours(_ url: String) -> Download {
    Download(name: "HTTP.download") { file in
      _ = try await HTTP(url).callbackInMainThread(false).download(to: .file(file)).value
    }
  }

  static func urlSession(_ url: String) -> Download {
    let session = URLSession(configuration: .default)
    return Download(name: "URLSession.downloadTask") { file in
      guard let url = URL(string: url) else { throw URLError(.badURL) }
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        session.downloadTask(with: url) { temporary, _, error in
          continuation.resume(
            with: Result {
              guard let temporary else { throw error ?? URLError(.unknown) }
              try FileManager.default.moveItem(at: temporary, to: file)
            }
          )
        }
        .resume()
      }
    }
  }

  /// The program, where there is one.
  static func curl(_ url: String) -> [Download] {
    let program = "/usr/bin/curl"
    guard FileManager.default.isExecutableFile(atPath: program) else { return [] }
    return [
      Download(name: "curl, a process", isHere: false) { file in
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--silent", "--fail", "--output", file.path, url]
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          process.terminationHandler = { _ in continuation.resume() }
          do { try process.run() } catch { continuation.resume(throwing: error) }
        }
      }
    ]
  }
}
