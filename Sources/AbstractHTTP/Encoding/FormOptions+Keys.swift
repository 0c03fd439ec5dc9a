extension FormOptions {
  /// How a place in an array is written.
  public enum ArrayEncoding: Sendable {
    /// `tags[]=a&tags[]=b`.
    case brackets
    /// `tags=a&tags=b`.
    case noBrackets
    /// `tags[0]=a&tags[1]=b`.
    case indexInBrackets
    /// The key that is returned for the key of the array, path and all, and the index: `tags.0=a`.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)

    func key(_ key: String, at index: Int) -> String {
      switch self {
      case .brackets: key + "[]"
      case .noBrackets: key
      case .indexInBrackets: "\(key)[\(index)]"
      case .custom(let encode): encode(key, index)
      }
    }
  }

  /// How a key within another is written.
  public enum KeyPathEncoding: Sendable {
    /// `user[address][city]=London`.
    case brackets
    /// `user.address.city=London`.
    case dots
    /// What is returned for the inner key is appended to the outer one: `user->name=Ada`.
    case custom(@Sendable (_ key: String) -> String)

    func key(_ key: String, within outer: String) -> String {
      switch self {
      case .brackets: "\(outer)[\(key)]"
      case .dots: "\(outer).\(key)"
      case .custom(let encode): outer + encode(key)
      }
    }
  }

  /// How each key of a path is written.
  public enum KeyEncoding: Sendable {
    /// As it is.
    case useDefaultKeys
    /// `firstName` as `first_name`, `myURLPath` as `my_url_path`.
    case convertToSnakeCase
    /// `firstName` as `first-name`, `myURLPath` as `my-url-path`.
    case convertToKebabCase
    /// `firstName` as `FirstName`.
    case capitalized
    /// `firstName` as `FIRSTNAME`.
    case uppercased
    /// `firstName` as `firstname`.
    case lowercased
    /// As is returned.
    case custom(@Sendable (_ key: String) -> String)

    func key(_ key: String) -> String {
      switch self {
      case .useDefaultKeys: key
      case .convertToSnakeCase: Self.words(of: key, joinedBy: "_")
      case .convertToKebabCase: Self.words(of: key, joinedBy: "-")
      case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
      case .uppercased: key.uppercased()
      case .lowercased: key.lowercased()
      case .custom(let encode): encode(key)
      }
    }

    /// A word begins with a capital, and so does what follows a run of capitals: `my|URL|Path`, the rule of `JSONEncoder`. The
    /// first letter is taken for a small one.
    private static func words(of key: String, joinedBy separator: Character) -> String {
      let letters = Array(key)
      var starts: Set<Int> = []
      var place = 1
      while let upper = letters.indices.dropFirst(place).first(where: { letters[$0].isUppercase }) {
        starts.insert(upper)
        guard let lower = letters.indices.dropFirst(upper).first(where: { letters[$0].isLowercase }) else { break }
        starts.insert(lower - 1)
        place = lower + 1
      }
      var words = ""
      for (index, letter) in letters.enumerated() {
        if starts.contains(index) { words.append(separator) }
        words += letter.lowercased()
      }
      return words
    }
  }
}
