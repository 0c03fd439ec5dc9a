#if DEBUG
  import Foundation

  /// Warns, in debug builds, about stored members of a spec that have the name of a requirement and a type that isn't
  /// read.
  enum UnreadMembers {
    /// The names, and the types that are read.
    private static let readable: [String: [String]] = [
      "destination": ["DownloadDestination"], "omitsCredentials": ["Bool"],
      "decoder": ["DecodingOptions", "JSONDecoder"], "task": ["RequestTask"], "validationType": ["ValidationType"],
      "sampleData": ["Data"], "requestOptions": ["RequestOptions"],
    ]

    /// The types that have already been examined.
    private static let known = Locked<Set<ObjectIdentifier>>([])

    /// Writes a line for each such member to the standard error, on the first use of a type.
    static func warn(of spec: some RequestSpec) {
      guard known.withLock({ $0.insert(ObjectIdentifier(type(of: spec))).inserted }) else { return }
      for warning in warnings(of: spec) { FileHandle.standardError.write(Data("warning: \(warning)\n".utf8)) }
    }

    static func warnings(of spec: some RequestSpec) -> [String] {
      let mirror = Mirror(reflecting: spec)
      guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return [] }
      return mirror.children.compactMap { name, value in
        guard let name, let types = readable[name], isTarget(spec) || !ofTargets.contains(name) else { return nil }
        let written = "\(type(of: value))"
        guard !types.contains(where: { [$0, "Optional<\($0)>"].contains(written) }) else { return nil }
        let advice = "write \(types[0]), or give it another name"
        return UnreadMember(type(of: spec), name, type(of: value), advice).description
      }
    }

    /// Members that only targets have.
    private static let ofTargets: Set = ["task", "validationType", "sampleData"]

    private static func isTarget<Spec: RequestSpec>(_ spec: Spec) -> Bool { Spec._isTarget }
  }
#endif
