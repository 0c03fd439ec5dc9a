#if os(Linux)
  import Foundation

  /// The limits of the engine, based on the number of descriptors that the process may open.
  struct CurlLimits {
    /// The maximum number of concurrent transfers. Further transfers wait, and their timeouts start after the wait.
    let transfers: Int
    /// The number of idle connections to keep.
    let kept: Int
    /// The maximum number of concurrent transfers to one origin.
    private(set) var transfersPerOrigin = 256
    /// The maximum number of connections; `nil` for the connections that transfers need, plus the idle ones.
    private(set) var connections: Int?

    /// Creates limits that leave a quarter of the descriptors for other purposes.
    init(descriptors: Int) {
      transfers = max(1, min(descriptors / 2, 10_000))
      kept = max(1, min(descriptors / 4, 512))
    }

    private init(transfers: Int, kept: Int) { (self.transfers, self.kept) = (transfers, kept) }

    /// Returns the limits of a pool, none of which exceeds these limits.
    func limited(by pool: ConnectionPool) -> CurlLimits {
      let total = pool.totalConnections
      var limits = CurlLimits(transfers: min(total ?? transfers, transfers), kept: min(total ?? kept, kept))
      limits.connections = total
      limits.transfersPerOrigin = pool.connectionsPerHost ?? transfersPerOrigin
      return limits
    }

    /// The current limits of this process.
    static var process: CurlLimits {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        return CurlLimits(descriptors: 1_024)
      }
      return CurlLimits(descriptors: Int(clamping: limit.rlim_cur))
    }
  }
#endif
