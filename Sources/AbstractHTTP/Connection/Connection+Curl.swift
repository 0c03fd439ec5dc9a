extension Connection {
  /// Returns the command that sends the request of the specification by curl, for a POSIX shell.
  ///
  /// See ``Request/curl(showingSecrets:)``. What middleware would add isn't part of it; ``Middleware/log(_:at:masking:bodyLimit:clock:write:)``
  /// with ``LogLevel/curl`` shows requests as they are sent.
  ///
  /// - Parameter showingSecrets: Whether the command has all credentials and the whole body, to be run. `false` by default.
  /// - Throws: The error of a request that can't be made.
  public func curl(showingSecrets: Bool = false) throws(ConnectionError) -> String {
    try core.request().curl(showingSecrets: showingSecrets)
  }
}

extension Connection: CustomDebugStringConvertible {
  /// The stages in their order, and the command that sends the request by curl, without secrets.
  public var debugDescription: String {
    do throws(ConnectionError) {
      return "\(description)\n\(try curl())"
    } catch {
      return "\(description)\n\(error)"
    }
  }
}
