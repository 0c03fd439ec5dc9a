#if os(Linux)
  import CLibcurl
  import Foundation

  /// The end of transfers.
  extension CurlLoop {
    private static let timedOut = URLError(.timedOut, "no byte travelled for as long as the timeout allows")

    /// Ends a transfer, and returns its handle for reuse.
    func end(_ handle: CurlHandle, _ outcome: CurlHandle.Outcome) {
      let isSuspended = handle.isSuspended
      if handle.head.isComplete { note(handle.head.isHTTP2 ? .http2 : .http1, of: handle.transfer) }
      let (receiver, stream, trailers, metrics) = (handle.receiver, handle.stream, handle.head.trailers, handle.metrics)
      turn.forget(handle)
      if !outcome.isWhole { turn.noteStrandedBytes(beside: handle) }
      deadlines.remove(handle)
      guard let transfer = handle.leave(multi) else { return }
      if handle.forgetting == .all { lookups.forgotAll(turn.now) }
      running[ObjectIdentifier(transfer)] = nil
      if handle.isReusable, idle.count < Self.idleHandleLimit { idle.append(handle) }
      if case .needsNewConnection = outcome {
        begin(transfer, CurlTransfer.Options(isSuspended: isSuspended, isConnectionNew: true))
      } else {
        end(transfer, outcome, receiver, complete(of: transfer, stream, trailers, metrics))
      }
    }

    /// Gives the transfer's place to the next waiting transfer, and only then calls back.
    func end(
      _ transfer: CurlTransfer,
      _ outcome: CurlHandle.Outcome,
      _ receiver: BodyReceiver? = nil,
      _ complete: BodyReceiver.Complete? = nil
    ) {
      let complete = complete ?? transfer.complete
      if let next = queue.leave(transfer) {
        begin(next.transfer, CurlTransfer.Options(isSuspended: next.isSuspended))
      }
      switch outcome {
      case .completed(.failure(let error)) where receiver != nil: receiver?.fail(error, complete)
      case .completed(let result): complete(result)
      case .received(let receiver): receiver.end(complete)
      case .needsNewConnection: break
      }
    }

    private func note(_ version: CurlTransfer.HTTPVersion, of transfer: CurlTransfer?) {
      if let origin = transfer?.request.address.origin { versions.note(version, of: origin) }
    }

    func endFinished() {
      var code: Int32 = 0
      while let easy = libcurl_multi_next_done(multi, &code) {
        guard let handle = CurlHandle.of(easy) else { continue }
        end(handle, handle.outcome(code))
      }
    }

    /// Ends the transfers whose response is complete, so that the rest of the request isn't needed. libcurl has stopped
    /// reading, and only sends or waits for data to send.
    func endAnswered() {
      let poller = inbox.multi.poller
      let rechecks = turn.takeRechecks()
      var sockets = inbox.multi.isScanning ? Array(turn.answered.keys) : rechecks
      while case let socket = poller_next_silent(poller), socket >= 0 { sockets.append(socket) }
      for socket in sockets where turn.answered[socket] != nil && poller_is_silent(poller, socket) != 0 {
        for transfer in turn.answered[socket] ?? [] {
          guard let handle = running[ObjectIdentifier(transfer)], handle.isUploading(transfer.request) else { continue }
          if !handle.isSuspended, !handle.isHeld, let outcome = handle.answeredOutcome { end(handle, outcome) }
        }
      }
    }

    func endIdle() {
      watchStreams()
      while let (due, handle) = deadlines.first, due <= turn.now {
        guard let limit = handle.deadline else {
          deadlines.remove(handle)
          continue
        }
        if limit <= turn.now {
          end(handle, .completed(.failure(Self.timedOut)))
        } else {
          deadlines.set(handle, limit)
        }
      }
    }
  }
#endif
