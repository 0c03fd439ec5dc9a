#if os(Linux)
  import CLibcurl
  import Foundation

  /// The fields after the body of a transfer, made off the loop's thread once the body has been read.
  final class CurlTrailers: Sendable {
    private enum State: Sendable {
      case open
      case begun
      case made(Result<[String], any Error>)
    }

    private let trailers: RequestTrailers
    private let ready: @Sendable () -> Void
    private let state = Locked(State.open)

    /// - Parameter ready: Called on the pool, once the fields are there.
    init(_ trailers: RequestTrailers, ready: @escaping @Sendable () -> Void) {
      self.trailers = trailers
      self.ready = ready
    }

    /// The fields, or `nil` if they are yet to be made, which begins then.
    ///
    /// - Parameter written: The fields that the streams of the body gave.
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
    /// Tells libcurl of the trailers of a transfer, or that it has none after one that had.
    func setTrailers(_ transfer: CurlTransfer) {
      let hadTrailers = trailers != nil
      trailers = transfer.request.trailers.map { CurlTrailers($0) { [weak transfer] in transfer?.bodyMoved() } }
      guard trailers != nil || hadTrailers else { return }
      // NB: libcurl sends none over HTTP/2.
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
