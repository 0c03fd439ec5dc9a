/// Where to deliver the body of a response.
///
/// ```swift
/// request.delivery = .stream                       // Response.stream, while it arrives
/// request.delivery = .file(.directory(movies))     // Response.file
/// ```
public enum ResponseDelivery: Sendable, Hashable {
  /// Delivers the body in memory: ``Response/data``.
  case memory
  /// Writes the body to a file as it arrives: ``Response/file``.
  case file(DownloadDestination)
  /// Delivers the body to a reader as it arrives: ``Response/stream``.
  ///
  /// The response is delivered as soon as its head has arrived. Only a status of 200 to 299 is streamed. The body of
  /// any other response is ``Response/data``, with its first megabyte at most.
  case stream

  /// The file for the body; `nil` for none.
  var destination: DownloadDestination? {
    if case .file(let destination) = self { destination } else { nil }
  }

  // NB: comparing two values costs more than pattern matching.
  var isMemory: Bool { if case .memory = self { true } else { false } }

  var isStream: Bool { if case .stream = self { true } else { false } }

  /// Returns whether a response with this status is delivered at its head.
  func streams(_ statusCode: Int) -> Bool { isStream && 200..<300 ~= statusCode }
}
