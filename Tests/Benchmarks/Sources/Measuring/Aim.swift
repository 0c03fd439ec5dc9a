/// What a row is to reach.
public enum Aim: Sendable {
  /// Ours is at most so many times as long as a peer's: the named one, or the best of all.
  case ratio(Double, to: String? = nil)

  /// Ours takes at most so many nanoseconds.
  case nanoseconds(Double)

  /// Ours takes at most so many nanoseconds more than the first peer.
  case extra(nanoseconds: Double)
}

extension Aim {
  /// The peer that the row is compared to.
  func peer(of names: [String], _ nanoseconds: [Double]) -> Int? {
    guard names.count > 1 else { return nil }
    switch self {
    case .ratio(_, let name?): return names.firstIndex(of: name)
    case .extra: return 1
    case .ratio, .nanoseconds: return names.indices.dropFirst().min { nanoseconds[$0] < nanoseconds[$1] }
    }
  }

  /// Whether ours reaches it.
  func isMet(_ ours: Double, _ peer: Double?) -> Bool {
    switch self {
    case .ratio(let limit, _): peer.map { ours <= limit * $0 } ?? false
    case .nanoseconds(let limit): ours <= limit
    case .extra(let limit): peer.map { ours - $0 <= limit } ?? false
    }
  }

  var text: String {
    switch self {
    case .ratio(let limit, _): "≤ \(limit) ×"
    case .nanoseconds(let limit): "≤ \(limit / 1000) µs"
    case .extra(let limit): "≤ \(limit / 1000) µs more"
    }
  }
}
