extension FormOptions {
  /// The format of an array's elements.
  public enum ArrayEncoding: Sendable {
    /// `tags[]=a&tags[]=b`.
    case brackets
    /// `tags=a&tags=b`.
    case noBrackets
    /// `tags[0]=a&tags[1]=b`.
    case indexInBrackets
    /// The key that the closure returns for the key of the array, including its path, and the index: `tags.0=a`.
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

  /// The format of nested keys.
  public enum KeyPathEncoding: Sendable {
    /// `user[address][city]=London`.
    case brackets
    /// `user.address.city=London`.
    case dots
    /// The closure's result for the inner key, appended to the outer key: `user->name=Ada`.
    case custom(@Sendable (_ key: String) -> String)

    func key(_ key: String, within outer: String) -> String {
      switch self {
      case .brackets: "\(outer)[\(key)]"
      case .dots: "\(outer).\(key)"
      case .custom(let encode): outer + encode(key)
      }
    }
  }

  /// The format of each key in a path.
  public enum KeyEncoding: Sendable {
    /// Writes the key unchanged.
    case useDefaultKeys
    /// Writes `firstName` as `first_name`, and `myURLPath` as `my_url_path`.
    case convertToSnakeCase
    /// Writes `firstName` as `first-name`, and `myURLPath` as `my-url-path`.
    case convertToKebabCase
    /// Writes `firstName` as `FirstName`.
    case capitalized
    /// Writes `firstName` as `FIRSTNAME`.
    case uppercased
    /// Writes `firstName` as `firstname`.
    case lowercased
    /// Writes the key that the closure returns.
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

    /// A word begins with a capital, and so does the text after a run of capitals: `my|URL|Path`, as in `JSONEncoder`.
    /// The first letter counts as lower-case.
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
