public import Foundation

extension HTTP {
  /// Sends the request, and writes the body of the response to a file as it arrives.
  ///
  /// ```swift
  /// let movie = HTTP("https://example.com/movies/1").download(to: .directory(movies))
  /// movie.progress { _, progress in bar.set(progress.fractionReceived ?? 0) }
  /// let file = try await movie.value         // …/movies/1, whole
  /// ```
  ///
  /// If the download fails, it leaves nothing behind, unless ``DownloadDestination`` says otherwise. If the response's
  /// status is rejected, the error is `.invalidResponse`, and the body is in ``Response/data``.
  ///
  /// - Parameter destination: The file for the body.
  /// - Returns: A promise of the file's URL.
  public func download(to destination: DownloadDestination) -> ConnectionPromise<URL> {
    self.destination(destination).asModel { try $0.savedFile() }
  }

  /// Sends the request, and writes the body of the response to a file as it arrives; see ``download(to:)``.
  ///
  /// - Parameters:
  ///   - destination: The file for the body.
  ///   - onSuccess: Called with the file's URL, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func download(
    to destination: DownloadDestination,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (_ file: URL) -> Void
  ) -> Connection<URL> {
    self.destination(destination).asModel(parse: { try $0.savedFile() }, onSuccess)
  }
}
