#if os(Linux)
  /// When the hosts' addresses may have been looked up.
  ///
  /// libcurl keeps addresses, and looks at all of them after each transfer that may forget the old ones. So only those
  /// transfers may that have to: to a host whose address may be old, and now and then another, so that none is kept for ever.
  struct CurlLookups {
    /// For how many seconds an address is good.
    static let lifetime = 60

    private static let memory = Duration.seconds(10 * lifetime)
    private var times: [String: ContinuousClock.Instant] = [:]
    private var count = 0

    /// Whether a transfer to a host is to forget the addresses that are old.
    mutating func forgets(_ host: String, _ now: ContinuousClock.Instant) -> Bool {
      count += 1
      let time = times[host]
      let isOld = time.map { now - $0 >= .seconds(Self.lifetime) } ?? false
      if isOld || time == nil { times[host] = now }
      return isOld || isDue
    }

    /// Forgets hosts, too, once a transfer has ended that forgot addresses: those whose address must have been among them.
    mutating func forget(_ now: ContinuousClock.Instant) {
      guard isDue else { return }
      count = 0
      times = times.filter { now - $0.value < Self.memory }
    }

    /// Whether so many transfers began that looking at all hosts costs each of them little.
    private var isDue: Bool { count > times.count * 3 / 4 + 16 }
  }
#endif
