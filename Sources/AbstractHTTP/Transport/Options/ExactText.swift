/// A text that equals another only byte by byte: a path, a user, a password. To Swift, two spellings of `é` are the same.
struct ExactText: Sendable, Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
