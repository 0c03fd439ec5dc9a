#if os(Linux)
  import Foundation
  import Synchronization
  import Testing

  @testable import TestSupport

  /// Certificates that openssl makes once for all tests: an authority, a server's for `localhost` and `api.test`, and a client's.
  final class TLSFiles: Sendable {
    private static let script = """
      set -e
      new() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" "${@:2}"; }
      sign() { openssl x509 -req -in $1.csr -CA authority.pem -CAkey authority.key -days 2 -out $1.pem "${@:2}"; }
      for name in authority other; do new $name -x509 -days 2 -keyout $name.key -out $name.pem; done
      new localhost -keyout server.key -out server.csr
      new client -keyout client.key -out client.csr
      printf 'subjectAltName=DNS:localhost,DNS:api.test' > extensions
      sign server -extfile extensions
      sign client
      openssl pkcs12 -export -in client.pem -inkey client.key -passout pass:secret -out client.p12
      openssl ec -in client.key -aes128 -passout pass:secret -out locked.key
      openssl x509 -in server.pem -pubkey -noout > server.pub
      openssl pkey -pubin -in server.pub -outform der | openssl dgst -sha256 -binary | base64 > server.pin
      """

    private let folder: TemporaryFolder

    init() async throws {
      folder = try TemporaryFolder()
      let status = try await Program.run("bash", ["-c", "cd '\(folder.url.path)'; (\(Self.script)\n) > log 2>&1"])
      guard status == 0 else { throw Failed(log: (try? folder.text(of: "log")) ?? "") }
    }

    struct Failed: Error { let log: String }

    func path(_ name: String) -> String { folder.file(name).path }

    func text(_ name: String) throws -> String {
      try folder.text(of: name).trimmingCharacters(in: .newlines)
    }

    func data(_ name: String) throws -> Data { try Data(contentsOf: folder.file(name)) }
  }

  /// A server of TLS alone, by `openssl s_server`, which answers every GET with a page and closes.
  final class TLSServer: Sendable {
    let port: Int
    private let process: Process
    private let output: Pipe

    /// - Parameter options: Further options of `s_server`.
    init(_ files: TLSFiles, _ options: [String] = []) throws {
      process = Process()
      output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments =
        ["openssl", "s_server", "-accept", "127.0.0.1:0", "-www"]
        + ["-cert", files.path("server.pem"), "-key", files.path("server.key")] + options
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      port = try Self.port(in: output.fileHandleForReading)
    }

    // NB: it inherits a thread's mask, in which the signal that asks to end may be blocked.
    deinit { kill(process.processIdentifier, SIGKILL) }

    func url(_ host: String = "localhost") -> String { "https://\(host):\(port)/" }

    /// Reads up to the line `ACCEPT 127.0.0.1:49152`.
    private static func port(in output: FileHandle) throws -> Int {
      var text = ""
      while true {
        let data = output.availableData
        guard !data.isEmpty else { throw TLSFiles.Failed(log: text) }
        text += String(decoding: data, as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }), text.hasSuffix("\n"),
          let port = line.split(separator: ":").last.flatMap({ Int($0) })
        else { continue }
        return port
      }
    }
  }
#endif
