extension Duration {
  /// As long as anybody waits: a hundred years, which every clock can count.
  static var century: Duration { .seconds(3_155_760_000) }

  /// The duration from zero to a century that is nearest to this one.
  var clamped: Duration { Swift.max(.zero, Swift.min(self, .century)) }

  /// The duration times a factor, from zero to a century.
  func scaled(by factor: Double) -> Duration {
    guard self > .zero, factor > 0 else { return .zero }
    guard factor < .century / self else { return .century }
    return self * factor
  }
}
