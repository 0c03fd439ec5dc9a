#if os(Linux)
  import CLibcurl
  import Foundation

  /// The fields after the body of a transfer, created off the loop's thread once the body has been read.
  final class CurlTrailers: Sendable {
    private enum State: Sendable {
      case open
      case begun
      case made(Result<[String], any Error>)
    }

    private let trailers: RequestTrailers
    private let ready: @Sendable () -> Void
    private let state = Locked(State.open)

    /// - Parameter ready: Called on the pool once the fields are available.
    init(_ trailers: RequestTrailers, ready: @escaping @Sendable () -> Void) {
      self.trailers = trailers
      self.ready = ready
    }

    /// Returns the fields; `nil` if they aren't available yet, in which case their creation starts.
    ///
    /// - Parameter written: The fields that the body's streams provided.
    func lines(after written: @autoclosure () -> HTTPHeaders = [:]) -> Result<[String], any Error>? {
      let (lines, begins) = state.withLock { state -> (Result<[String], any Error>?, Bool) in
        switch state {
        case .made(let lines): return (lines, false)
        case .begun: return (nil, false)
        case .open:
          state = .begun
          return (nil, true)
        }
      }
      if begins { ThreadPool.shared.submit { [written = written()] in self.make(after: written) } }
      return lines
    }

    private func make(after written: HTTPHeaders) {
      let lines = Result { try trailers.lines(after: written) }
      state.withLock { $0 = .made(lines) }
      ready()
    }
  }

  extension CurlHandle {
    /// Sets the trailers of a transfer, or resets those of the previous transfer.
    func setTrailers(_ transfer: CurlTransfer) {
      let hadTrailers = trailers != nil
      trailers = transfer.request.trailers.map { CurlTrailers($0) { [weak transfer] in transfer?.bodyMoved() } }
      guard trailers != nil || hadTrailers else { return }
      // NB: libcurl doesn't send trailers over HTTP/2.
      let usual = configuration?.httpVersion ?? LIBCURL_HTTP_VERSION_NONE
      let version = trailers == nil ? usual : LIBCURL_HTTP_VERSION_1_1
      _ = libcurl_set_number(easy, LIBCURL_HTTP_VERSION, Int(version.rawValue))
      guard trailers != nil else { return libcurl_set_trailers(easy, nil, nil) }
      libcurl_set_trailers(easy, Unmanaged.passUnretained(self).toOpaque()) { list, context in
        guard let context, let list else { return 1 }
        return CurlHandle.from(context).appendTrailers(to: list) ? 0 : 1
      }
    }

    private func appendTrailers(to list: UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Bool {
      guard case .success(let lines)? = trailers?.lines() else { return false }
      for line in lines { list.pointee = libcurl_list_append(list.pointee, line) ?? list.pointee }
      return true
    }
  }
#endif
