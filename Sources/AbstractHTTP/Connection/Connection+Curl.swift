extension Connection {
  /// Returns a curl command, for a POSIX shell, that sends the spec's request.
  ///
  /// See ``Request/curl(showingSecrets:)``. Changes made by middleware aren't included. To log requests as they are
  /// sent, use ``Middleware/log(_:at:masking:bodyLimit:clock:write:)`` with ``LogLevel/curl``.
  ///
  /// - Parameter showingSecrets: Whether the command contains all credentials and the whole body, so that you can run
  ///   it. Defaults to `false`.
  /// - Throws: The error of a request that can't be created.
  public func curl(showingSecrets: Bool = false) throws(ConnectionError) -> String {
    try core.request().curl(showingSecrets: showingSecrets)
  }
}

extension Connection: CustomDebugStringConvertible {
  /// What ``explain()`` returns.
  public var debugDescription: String { explain() }

  /// Returns the stages in their order, and what would be sent, without sending it.
  ///
  /// ```swift
  /// print(connection.use(.retry()).explain())
  /// // makeRequest → onStart → retry(2) { send } → onReceived → validate → parse → onReceivedModel → deliver(main)
  /// // curl --compressed 'https://api.example.com/users/7'
  /// ```
  ///
  /// The second part is the command that sends the request by curl, with secrets masked, or the error of a request that can't be
  /// made. Middleware isn't run, so what it adds is missing.
  public func explain() -> String {
    do throws(ConnectionError) {
      return "\(description)\n\(try curl())"
    } catch {
      return "\(description)\n\(error)"
    }
  }
}
