#if os(Linux)
  /// When the hosts' addresses may have been looked up.
  ///
  /// libcurl keeps addresses, and looks at all of them after each transfer that may forget the old ones. So only a few
  /// transfers may: now and then one, so that no address is kept for ever. A transfer to a host whose address may be old
  /// forgets that one alone.
  struct CurlLookups {
    /// Which addresses a transfer makes libcurl forget.
    enum Forgetting {
      case none
      /// Its host's, if it is old.
      case own
      /// All that are old.
      case all
    }

    /// For how many seconds an address is good.
    static let lifetime = 60

    private static let memory = Duration.seconds(10 * lifetime)
    private var times: [String: ContinuousClock.Instant] = [:]
    private var count = 0

    /// What a transfer to a host, which begins, is to forget.
    mutating func forgetting(_ host: String, _ now: ContinuousClock.Instant) -> Forgetting {
      count += 1
      let time = times[host]
      let isOld = time.map { now - $0 >= .seconds(Self.lifetime) } ?? false
      if isOld || time == nil { times[host] = now }
      guard isDue else { return isOld ? .own : .none }
      // At once, since many others may begin before this transfer ends.
      count = 0
      return .all
    }

    /// Forgets hosts, too, once a transfer has ended that forgot all old addresses: those whose address was among them.
    mutating func forgotAll(_ now: ContinuousClock.Instant) { times = times.filter { now - $0.value < Self.memory } }

    /// Whether so many transfers began that looking at all hosts costs each of them little.
    private var isDue: Bool { count > times.count * 3 / 4 + 16 }
  }
#endif
