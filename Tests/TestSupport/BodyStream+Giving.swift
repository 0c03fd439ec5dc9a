import AbstractHTTP
import Foundation

extension BodyStream {
  /// Gives nothing.
  static let empty = BodyStream(length: 0) { InputStream(data: Data()) }

  /// Gives these bytes, whatever it declares.
  static func giving(_ data: Data, declaring length: Int? = nil) -> BodyStream {
    BodyStream(length: Int64(length ?? data.count)) { InputStream(data: data) }
  }
}
