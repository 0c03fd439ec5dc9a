import AbstractHTTP
import Foundation

/// A command-line tool that downloads files.
///
/// The names of the files go to the standard output, so that another program can read them. Progress and errors go to
/// the standard error.
public struct FetchTool: Sendable {
  /// The codes with which the tool exits.
  public enum ExitCode: Int32 {
    /// All files were downloaded.
    case success = 0
    /// A file couldn't be downloaded.
    case failedDownload = 1
    /// The arguments are invalid (`EX_USAGE` of sysexits).
    case usage = 64
  }

  private let output: Terminal
  private let errors: Terminal

  /// Creates the tool.
  ///
  /// - Parameters:
  ///   - output: Where the names of the files go.
  ///   - errors: Where progress and errors go.
  public init(output: Terminal = .standardOutput, errors: Terminal = .standardError) {
    self.output = output
    self.errors = errors
  }

  /// Runs the tool.
  ///
  /// - Parameter arguments: The arguments after the tool's name.
  public func run(_ arguments: [String]) async -> ExitCode {
    do throws(Arguments.Invalid) {
      let arguments = try Arguments(arguments)
      guard !arguments.isHelp else {
        output.write(Arguments.usage)
        return .success
      }
      return await download(arguments)
    } catch {
      errors.write("fetch: \(error.reason)\n\(Arguments.usage)")
      return .usage
    }
  }

  private func download(_ arguments: Arguments) async -> ExitCode {
    let client = Client {
      $0.callbackInMainThread = false
      $0.headers["User-Agent"] = "fetch/1.0"
      $0.use(.retry(arguments.retries))
      if arguments.isTraced { $0.use(.trace(in: errors)) }
    }
    let options: DownloadDestination.Options = [.resumable, .removePreviousFile, .createIntermediateDirectories]
    let folder = DownloadDestination.directory(URL(filePath: arguments.output), options: options)
    var code = ExitCode.success
    for url in arguments.urls {
      do {
        let download = client.http(url).timeoutInterval(arguments.timeout).download(to: folder)
        output.write(try await download.showingProgress(name(of: url), in: errors).path + "\n")
      } catch {
        errors.write(line(of: error, for: url))
        code = .failedDownload
      }
    }
    return code
  }

  private func name(of url: String) -> String { URL(string: url)?.lastPathComponent ?? url }

  /// A sentence for the user, and the reason below it.
  private func line(of error: any Error, for url: String) -> String {
    let reason = (error as? ConnectionError)?.reason.map { "  \($0)\n" } ?? ""
    let shown = URL(string: url).map { Request(url: $0).redactedURL } ?? url
    return "fetch: \(shown): \(error.localizedDescription)\n\(reason)"
  }
}
