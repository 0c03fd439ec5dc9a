extension Duration {
  /// The duration in seconds, as short as possible: `10s`, `0.25s`.
  var text: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds)s" }
    let digits = String(attoseconds.magnitude)
    var fraction = String(repeating: "0", count: 18 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(attoseconds < 0 && seconds == 0 ? "-" : "")\(seconds).\(fraction)s"
  }

  /// The time in three digits: `12 ms`, `1.24 s`.
  var brief: String {
    let milliseconds = self / .milliseconds(1)
    if abs(milliseconds) < 0.9995 && milliseconds != 0 { return "\((milliseconds * 100).rounded() / 100) ms" }
    if abs(milliseconds) < 999.5 { return "\(Int(milliseconds.rounded())) ms" }
    let hundredths = (milliseconds / 10).rounded()
    guard abs(hundredths) < 1e15 else { return "\(self)" }
    let whole = hundredths / 100
    return whole == whole.rounded() ? "\(Int(whole)) s" : "\(whole) s"
  }
}
