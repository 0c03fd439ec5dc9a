public import Foundation

extension RequestBody {
  /// Reads the whole body into memory, as it would be sent: for tests of a spec, and for signatures.
  ///
  /// ```swift
  /// try form.content().data()
  /// ```
  ///
  /// Waits for files and streams, and uses up a stream that can be read only once.
  ///
  /// - Throws: `URLError`, as sending it would.
  public func data() throws -> Data {
    switch content {
    case .data(let data): return data
    case .file(let url) where try !OpenFile.isRegular(url):
      return try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
    case .file, .segments: return try BodySource(self).data()
    }
  }
}

extension BodySource {
  fileprivate func data() throws(URLError) -> Data {
    var data = Data()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = try read(into: piece, at: Int64(data.count))
      guard count > 0 else { return data }
      data.append(contentsOf: piece[..<count])
    }
  }
}
