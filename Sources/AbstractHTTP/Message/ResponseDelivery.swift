/// Where the body of a response goes.
///
/// ```swift
/// request.delivery = .stream                       // Response.stream, while it arrives
/// request.delivery = .file(.directory(movies))     // Response.file
/// ```
public enum ResponseDelivery: Sendable, Hashable {
  /// Into memory: ``Response/data``.
  case memory
  /// Into a file, as it arrives: ``Response/file``.
  case file(DownloadDestination)
  /// To a reader, as it arrives: ``Response/stream``.
  ///
  /// The response comes at its head. Only a status of 200 to 299 is streamed; the body of any other response is
  /// ``Response/data``, its first megabyte at most.
  case stream

  /// The file that the body goes to; `nil` for none.
  var destination: DownloadDestination? {
    if case .file(let destination) = self { destination } else { nil }
  }

  // NB: a comparison of two values costs more than a look at one.
  var isMemory: Bool { if case .memory = self { true } else { false } }

  var isStream: Bool { if case .stream = self { true } else { false } }

  /// Whether a response of this status is given at its head.
  func streams(_ statusCode: Int) -> Bool { isStream && 200..<300 ~= statusCode }
}
