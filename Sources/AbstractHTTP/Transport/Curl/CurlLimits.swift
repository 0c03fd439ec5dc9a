#if os(Linux)
  import Foundation

  /// How much the engine has on the wire, by the descriptors that the process may open.
  struct CurlLimits {
    /// How many transfers at once, in all. The rest wait, and their timeouts with them.
    let transfers: Int
    /// How many connections are kept for later.
    let kept: Int
    /// How many transfers to one origin at once.
    private(set) var transfersPerOrigin = 256
    /// How many connections there are in all; `nil` for as many as the transfers need, and those that are kept.
    private(set) var connections: Int?

    /// Makes limits that leave a quarter of the descriptors to everything else.
    init(descriptors: Int) {
      transfers = max(1, min(descriptors / 2, 10_000))
      kept = max(1, min(descriptors / 4, 512))
    }

    private init(transfers: Int, kept: Int) { (self.transfers, self.kept) = (transfers, kept) }

    /// The limits of a pool, none higher than these.
    func limited(by pool: ConnectionPool) -> CurlLimits {
      let total = pool.totalConnections
      var limits = CurlLimits(transfers: min(total ?? transfers, transfers), kept: min(total ?? kept, kept))
      limits.connections = total
      limits.transfersPerOrigin = pool.connectionsPerHost ?? transfersPerOrigin
      return limits
    }

    /// The limits of this process, when it asks.
    static var process: CurlLimits {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        return CurlLimits(descriptors: 1_024)
      }
      return CurlLimits(descriptors: Int(clamping: limit.rlim_cur))
    }
  }
#endif
