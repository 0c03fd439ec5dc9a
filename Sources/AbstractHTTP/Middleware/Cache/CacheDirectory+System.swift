import Foundation

/// The calls to the operating system.
extension CacheDirectory {
  static func status(of descriptor: Int32) -> (byteCount: Int, lastUse: Date)? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (Int(status.st_size), lastUse(status))
  }

  static func lastUse(_ status: stat) -> Date {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
  }

  /// Records a use in the file's modification time.
  static func touch(_ descriptor: Int32, _ now: Date) {
    let seconds = now.timeIntervalSince1970.rounded(.down)
    guard seconds.magnitude < 1e15 else { return }
    let nanoseconds = min(max((now.timeIntervalSince1970 - seconds) * 1_000_000_000, 0), 999_999_999)
    let time = timespec(tv_sec: time_t(seconds), tv_nsec: Int(nanoseconds))
    _ = [time, time].withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
  }

  /// Reads a number of bytes, or fewer if the file ends before.
  static func read(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let part = systemRead(descriptor, UnsafeMutableRawBufferPointer(rest))
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return }
        filled += part
      }
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return false }
        rest = rest.dropFirst(part)
      }
      return true
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}
