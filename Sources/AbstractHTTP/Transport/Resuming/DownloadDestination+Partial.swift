public import Foundation

/// What is there of a download that can be resumed.
///
/// ```swift
/// if let partial = destination.partial(), let total = partial.total {
///   print("\(partial.received) of \(total) bytes are there")
/// }
/// ```
public struct PartialDownload: Sendable, Hashable {
  /// The hidden file with the bytes, `.NAME.part`. It's the library's: don't move it or write to it.
  public let file: URL

  /// The address that it comes from, without its secrets.
  public let address: String

  /// How many bytes are there.
  public let received: Int64

  /// How many bytes the whole file has; `nil` if the server did not declare it.
  public let total: Int64?

  /// The part that is there, 0 to 1; `nil` if the length of the whole file isn't known.
  public var fractionReceived: Double? {
    TransferProgress(received: received, totalToReceive: total).fractionReceived
  }
}

extension DownloadDestination {
  /// Returns what an earlier download with the option ``Options/resumable`` left, and the next one goes on with.
  ///
  /// It reads two small facts from the disk and asks no server, so the next download may still have to begin again. While a
  /// download runs, it returns what has arrived so far.
  ///
  /// - Parameter address: The URL of the request. Only ``directory(_:options:)`` needs it, because the URL names the part there.
  /// - Returns: `nil` if there is nothing, if it was changed meanwhile, or if a closure chooses the file.
  public func partial(from address: URL? = nil) -> PartialDownload? {
    guard let place = partPlace(from: address), let seal = FileSystem.seal(of: place.part) else { return nil }
    guard let record = place.readRecord(), record.allows(seal.size, seal) else { return nil }
    if let address, record.url != PartRecord.address(of: address).text { return nil }
    return PartialDownload(file: place.part, address: record.url, received: seal.size, total: record.length)
  }

  /// Deletes what an earlier download left, so that the next one begins again. Does nothing if there is nothing.
  ///
  /// - Parameter address: The URL of the request. Only ``directory(_:options:)`` needs it, because the URL names the part there.
  /// - Throws: `URLError.cannotRemoveFile` if a download is writing it, in this process or another.
  public func discardPartial(from address: URL? = nil) throws {
    guard let place = partPlace(from: address), FileSystem.kind(of: place.part) != .none else { return }
    guard let part = PartFile(place) else {
      throw URLError(.cannotRemoveFile, "\(place.part.path) is being written, or isn't the file of a download")
    }
    part.remove()
  }

  private func partPlace(from address: URL?) -> PartPlace? {
    guard let url = expectedURL(for: address), url.isFileURL else { return nil }
    return PartPlace(besides: url)
  }
}
