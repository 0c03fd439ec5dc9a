#if os(Linux)
  /// The times at which hosts' addresses may have been looked up.
  ///
  /// libcurl caches addresses, and checks all of them after each transfer that may forget old ones. So only an
  /// occasional transfer may do so, which is enough to keep no address forever. A transfer to a host with an old
  /// address forgets only that address.
  struct CurlLookups {
    /// The addresses that libcurl forgets with a transfer.
    enum Forgetting {
      case none
      /// The address of the transfer's host, if it is old.
      case own
      /// All old addresses.
      case all
    }

    /// The lifetime of an address in seconds.
    static let lifetime = 60

    private static let memory = Duration.seconds(10 * lifetime)
    private var times: [String: ContinuousClock.Instant] = [:]
    private var count = 0

    /// Returns the addresses to forget with a new transfer to a host.
    mutating func forgetting(_ host: String, _ now: ContinuousClock.Instant) -> Forgetting {
      count += 1
      let time = times[host]
      let isOld = time.map { now - $0 >= .seconds(Self.lifetime) } ?? false
      if isOld || time == nil { times[host] = now }
      guard isDue else { return isOld ? .own : .none }
      // Immediately, because many other transfers may begin before this one ends.
      count = 0
      return .all
    }

    /// Removes the hosts whose addresses were forgotten, after a transfer that forgot all old addresses.
    mutating func forgotAll(_ now: ContinuousClock.Instant) { times = times.filter { now - $0.value < Self.memory } }

    /// Whether enough transfers have begun to spread the cost of checking all hosts.
    private var isDue: Bool { count > times.count * 3 / 4 + 16 }
  }
#endif
