extension Middleware {
  /// Authorizes every request by a credential that connections share, and renews it when the server refuses it, or a while
  /// before it runs out.
  ///
  /// ```swift
  /// connection.use(.authorize(keys))
  /// ```
  ///
  /// A request that is refused goes again at once if there is a newer credential by now. Otherwise one refresh runs, however
  /// many are refused, and all of them go again after it; a second refusal is returned as it is. Going again does not count
  /// as a retry. A call that is cancelled waits no longer, and the refresh goes on for the others.
  ///
  /// If the refresh fails, or there were too many of them, every call that waits fails with `.network` and ``RefreshFailed`` or
  /// ``ExcessiveRefresh``; one whose credential was only about to run out is sent with it. A request whose body can be sent
  /// only once does not go again: its refusal is returned, and the refresh begins for those who follow.
  ///
  /// - Parameters:
  ///   - credentials: The credential that connections share.
  ///   - origins: The servers that may see it; by default those of `credentials`.
  public static func authorize<Credential>(
    _ credentials: CredentialStore<Credential>,
    for origins: Origins? = nil
  ) -> Middleware {
    credentials.middleware("authorize", for: origins)
  }
}
