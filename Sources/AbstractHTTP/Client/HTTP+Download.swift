public import Foundation

extension HTTP {
  /// Sends, and writes the body of the response to a file as it comes.
  ///
  /// ```swift
  /// let movie = HTTP("https://example.com/movies/1").download(to: .directory(movies))
  /// movie.progress { _, progress in bar.set(progress.fractionReceived ?? 0) }
  /// let file = try await movie.value         // …/movies/1, whole
  /// ```
  ///
  /// Fails as ``DownloadDestination`` says, and leaves nothing behind; a status that is not written is an
  /// `.invalidResponse`, whose body is ``Response/data``.
  ///
  /// - Returns: The promise of the file's URL.
  public func download(to destination: DownloadDestination) -> ConnectionPromise<URL> {
    self.destination(destination).asModel { try $0.savedFile() }
  }

  /// Sends, and writes the body of the response to a file as it comes; see ``download(to:)``.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func download(
    to destination: DownloadDestination,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (_ file: URL) -> Void
  ) -> Connection<URL> {
    self.destination(destination).asModel(parse: { try $0.savedFile() }, onSuccess)
  }
}
