extension Request {
  /// Returns the command that sends the same request by curl, for a POSIX shell.
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
  /// Secrets are masked, as in a log, and of a body only JSON and forms are shown. The command then only resembles the request.
  /// Headers that a transport adds by itself are left to curl, and redirects aren't followed. Bytes of a stream can't be shown.
  ///
  /// - Parameter showingSecrets: Whether the command has all credentials and the whole body, to be run. `false` by default.
  public func curl(showingSecrets: Bool = false) -> String {
    curl(showingSecrets: showingSecrets, masking: [])
  }

  /// The command, with the values of further names masked.
  func curl(showingSecrets: Bool, masking names: SecretNames) -> String {
    CurlCommand(self, showingSecrets, names.including(confidentialNames)).text
  }
}

extension Request: CustomDebugStringConvertible {
  /// The command that sends the same by curl, without secrets: see ``curl(showingSecrets:)``.
  public var debugDescription: String { curl() }
}
