public import Foundation

/// The part of a resumable download that has arrived so far.
///
/// ```swift
/// if let partial = destination.partial(), let total = partial.total {
///   print("\(partial.received) of \(total) bytes are there")
/// }
/// ```
public struct PartialDownload: Sendable, Hashable {
  /// The hidden file with the bytes, `.NAME.part`. The library manages it: don't move it or write to it.
  public let file: URL

  /// The address of the download, without secrets.
  public let address: String

  /// The number of bytes that have arrived.
  public let received: Int64

  /// The size of the whole file in bytes; `nil` if the server didn't declare it.
  public let total: Int64?

  /// The fraction that has arrived, from 0 to 1; `nil` if the size of the whole file isn't known.
  public var fractionReceived: Double? {
    TransferProgress(received: received, totalToReceive: total).fractionReceived
  }
}

extension DownloadDestination {
  /// Returns the part that an earlier download with the option ``Options/resumable`` left, and that the next one
  /// resumes.
  ///
  /// It only checks the disk, and doesn't contact the server, so the next download may still have to start over. While
  /// a download runs, it returns the part that has arrived so far.
  ///
  /// - Parameter address: The URL of the request. Only ``directory(_:options:)`` needs it, because the URL names the
  ///   part there.
  /// - Returns: `nil` if there is no part, if it was changed in the meantime, or if a closure chooses the file.
  public func partial(from address: URL? = nil) -> PartialDownload? {
    guard let place = partPlace(from: address), let seal = FileSystem.seal(of: place.part) else { return nil }
    guard let record = place.readRecord(), record.allows(seal.size, seal) else { return nil }
    if let address, record.url != PartRecord.address(of: address).text { return nil }
    return PartialDownload(file: place.part, address: record.url, received: seal.size, total: record.length)
  }

  /// Deletes the part that an earlier download left, so that the next one starts over. Does nothing if there is no
  /// part.
  ///
  /// - Parameter address: The URL of the request. Only ``directory(_:options:)`` needs it, because the URL names the
  ///   part there.
  /// - Throws: `URLError.cannotRemoveFile` if a download in this or another process is writing it.
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
