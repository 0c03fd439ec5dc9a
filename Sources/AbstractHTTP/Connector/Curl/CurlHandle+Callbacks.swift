#if os(Linux)
  import CLibcurl
  import Foundation

  /// What libcurl calls, on the loop's thread.
  extension CurlHandle {
    private static let pause = 0x1000_0001

    func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      lastMove = time.now
      do throws(URLError) {
        try line.withMemoryRebound(to: UInt8.self) { line throws(URLError) in try head.append(line) }
        return line.count
      } catch {
        failure = error
        return 0
      }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      guard let transfer else { return 0 }
      do {
        try body.append(bytes, to: transfer.request, after: self.head.wire)
        return bytes.count
      } catch {
        failure = error
        return 0
      }
    }

    func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      if isSuspended { return Self.pause }
      switch piece(for: buffer) {
      case .bytes(let count):
        offset += Int64(count)
        return count
      case .notYet:
        return Self.pause
      case .failed(let error):
        failure = error
        return Int(LIBCURL_READ_ABORT.rawValue)
      }
    }

    private func piece(for buffer: UnsafeMutableRawBufferPointer) -> ReadAhead.Taken {
      if let ahead { return ahead.take(into: buffer, at: offset) }
      do throws(URLError) {
        return .bytes(try transfer?.request.body?.read(into: buffer, at: offset) ?? 0)
      } catch {
        return .failed(error)
      }
    }

    func move(toReceive: Int64, received: Int64, sent: Int64) {
      guard received != moved.received || sent != moved.sent, let transfer else { return }
      lastMove = time.now
      moved.received = received
      moved.sent = sent
      moved.totalToReceive = toReceive > 0 ? toReceive : nil
      transfer.progress(moved)
    }
  }
#endif
