#if os(Linux)
  import CLibcurl

  /// The known defects and missing features of libcurl versions. Only this type checks the version.
  ///
  /// The article *What you can rely on* shows this table.
  enum CurlDefect: CaseIterable {
    /// A reused handle keeps a pointer to a freed header, and writes there (curl issue 11101).
    case danglingHeader
    /// There is no callback before a request is sent, so neither a second sending nor a stale response can be
    /// prevented.
    case noCallBeforeSending
    /// Sockets aren't reported when they have to be watched, so transfers stop for minutes (curl issue 10146).
    case unwatchedSockets
    /// Cancelling a transfer during a DNS lookup waits for the resolver.
    case slowCancelOfLookup
    /// The login for a proxy is percent-decoded (curl issue 13265).
    case decodedProxyLogin
    /// If a transfer over HTTP/2 is held, received bytes of the others on its connection stay in libcurl, which waits
    /// for more instead of reading them.
    case strandedBytes
    /// The size of a request's head includes its body.
    case countedBody
    /// A transfer fails that is held again while it goes on (curl issue 19334).
    case failedPause

    /// The affected versions, with eight bits per component.
    var versions: Range<UInt32> {
      switch self {
      case .danglingHeader: 0x07_54_00..<0x08_01_00
      case .noCallBeforeSending: 0..<0x07_50_00
      case .unwatchedSockets: 0x07_57_00..<0x07_58_00
      case .slowCancelOfLookup: 0..<0x07_57_00
      case .decodedProxyLogin: 0..<0x08_08_00
      case .strandedBytes: 0..<0x08_01_00
      case .countedBody: 0x08_07_00..<UInt32.max
      case .failedPause: 0x08_10_00..<0x08_11_00
      }
    }

    /// The library's workaround.
    var remedy: String {
      switch self {
      case .danglingHeader: "each transfer gets a separate handle; connections stay shared"
      case .noCallBeforeSending: "a request that must not be sent twice gets a new connection"
      case .unwatchedSockets: "libcurl looks at every socket in each turn"
      case .slowCancelOfLookup: "none: the other transfers wait for the resolver, too"
      case .decodedProxyLogin: "it is percent-encoded"
      case .strandedBytes: "libcurl is told to read the connection once more"
      case .countedBody: "the body is subtracted"
      case .failedPause: "bytes that libcurl has read are taken before it is paused"
      }
    }

    /// Whether the loaded libcurl has the defect.
    var isPresent: Bool { Self.present.contains(self) }

    func isPresent(in version: UInt32) -> Bool { versions.contains(version) }

    private static let present: Set<CurlDefect> = {
      guard CurlEngine.isLoaded else { return [] }
      let version = libcurl_version()
      return Set(allCases.filter { $0.isPresent(in: version) })
    }()
  }
#endif
