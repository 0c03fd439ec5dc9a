/// Creates the fields after a body. It is compared by identity.
final class RequestTrailers: Sendable, Hashable {
  /// Fields that frame a message, route it, or authenticate its sender, which recipients ignore after the body (RFC
  /// 9110 §6.5.1).
  private static let refused = [
    "Transfer-Encoding", "Content-Length", "Content-Encoding", "Content-Type", "Content-Range", "Host", "Trailer", "TE",
    "Connection", "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Cache-Control", "Expect",
    "Max-Forwards",
  ]

  private let make: @Sendable () throws -> HTTPHeaders

  init(_ make: @escaping @Sendable () throws -> HTTPHeaders) { self.make = make }

  /// Returns the fields as lines.
  ///
  /// - Throws: ``InvalidRequest`` for a field that can't be sent, and errors of the closure.
  ///
  /// - Parameter written: The fields that the body's streams provided.
  func lines(after written: HTTPHeaders) throws -> [String] {
    try (Array(written) + Array(make())).map { field in
      guard HTTPToken.isToken(field.name), !Self.refused.contains(where: { HTTPToken.isSame($0, field.name) }) else {
        throw InvalidRequest.headerName(field.name)
      }
      guard HTTPToken.isFieldValue(field.value) else { throw InvalidRequest.headerValue(name: field.name) }
      return "\(field.name): \(field.value)"
    }
  }

  static func == (one: RequestTrailers, other: RequestTrailers) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
