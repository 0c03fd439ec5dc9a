extension Middleware {
  /// Authorizes every request with a credential that connections share, and refreshes the credential when the server
  /// rejects it, or shortly before it expires.
  ///
  /// ```swift
  /// connection.use(.authorize(keys))
  /// ```
  ///
  /// If a request is rejected and a newer credential already exists, the request is sent again at once. Otherwise, one
  /// refresh runs for all rejected requests, and they are sent again after it. A second rejection is returned. Sending
  /// again doesn't count as a retry. A cancelled call stops waiting, and the refresh continues for the others.
  ///
  /// If the refresh fails, or there were too many refreshes, every waiting call fails with `.network` and
  /// ``RefreshFailed`` or ``ExcessiveRefresh``. If its credential was only about to expire, the request is sent with
  /// it. A request whose body can be sent only once isn't sent again: its rejection is returned, and the refresh starts
  /// for later requests.
  ///
  /// - Parameters:
  ///   - credentials: The credential that connections share.
  ///   - origins: The servers that may see it. Defaults to those of `credentials`.
  public static func authorize<Credential>(
    _ credentials: CredentialStore<Credential>,
    for origins: Origins? = nil
  ) -> Middleware {
    credentials.middleware("authorize", for: origins)
  }
}
