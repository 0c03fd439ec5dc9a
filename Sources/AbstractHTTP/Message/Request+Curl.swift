extension Request {
  /// Returns a curl command, for a POSIX shell, that sends the same request.
  ///
  /// ```swift
  /// print(request.curl())
  /// // curl --compressed \
  /// //   -X POST \
  /// //   -H 'Authorization: ***' \
  /// //   -H 'Content-Type: application/json' \
  /// //   --data-raw '{"name":"Ada"}' \
  /// //   'https://api.example.com/users'
  /// ```
  ///
  /// By default, secrets are masked as in a log, and only JSON and form bodies are shown, so the command only resembles
  /// the request. Headers that a transport adds are left to curl, and redirects aren't followed. The bytes of a stream
  /// can't be shown.
  ///
  /// - Parameter showingSecrets: Whether the command contains all credentials and the whole body, so that you can run
  ///   it. Defaults to `false`.
  public func curl(showingSecrets: Bool = false) -> String {
    curl(showingSecrets: showingSecrets, masking: [])
  }

  /// Returns the command, with the values of additional names masked.
  func curl(showingSecrets: Bool, masking names: SecretNames) -> String {
    CurlCommand(self, showingSecrets, names.including(confidentialNames)).text
  }
}

extension Request: CustomDebugStringConvertible {
  /// A curl command that sends the same request, without secrets: see ``curl(showingSecrets:)``.
  public var debugDescription: String { curl() }
}
