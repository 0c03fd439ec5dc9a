public import Foundation

/// How the keys and values of a form are written: in a body, or in a query.
///
/// ```swift
/// let options = FormOptions(arrayEncoding: .noBrackets, boolEncoding: .literal)
/// try FormEncoder(options).string(Search(tags: ["a", "b"], isOpen: true))   // isOpen=true&tags=a&tags=b
/// ```
///
/// No standard says how a form holds arrays, nested keys or dates, so that every server has a custom of its own. The names and
/// the defaults are those of Alamofire 5.12's `URLEncodedFormEncoder`, but for three things. Arrays keep their order, which
/// Alamofire sorts. A ``keyEncoding`` is applied to each key of a path. A `URL` is written as its text. Neither an empty array
/// nor an empty object can be said in a form: they are left out.
public struct FormOptions: Sendable {
  /// The usual options, made once.
  public static let `default` = FormOptions()

  /// Whether the members of an object are sorted: by byte, as they stand encoded, key and value. `true` by default.
  ///
  /// Where `false`, an `Encodable` keeps the order of its members. A dictionary, which has none, is sorted by its keys always,
  /// so that the same parameters give the same bytes.
  public var alphabetizeKeyValuePairs: Bool

  /// How a place in an array is written. `tags[]=a` by default.
  public var arrayEncoding: ArrayEncoding

  /// How `true` and `false` are written. `1` and `0` by default.
  public var boolEncoding: BoolEncoding

  /// How `Data` is written. In Base64 by default.
  public var dataEncoding: DataEncoding

  /// How a `Date` is written. As it encodes itself by default: in seconds since 2001.
  public var dateEncoding: DateEncoding

  /// How each key is written. As it is by default.
  public var keyEncoding: KeyEncoding

  /// How a key within another is written. `user[name]=Ada` by default.
  public var keyPathEncoding: KeyPathEncoding

  /// How `nil` is written. Not at all by default.
  public var nilEncoding: NilEncoding

  /// Encodes the keys and the values, as ``spaceEncoding`` and ``allowedCharacters`` say.
  public var urlEncoder: FormURLEncoder

  /// Makes options that differ from the usual ones, each as its property says. What is not percent-encoded are letters,
  /// digits and `-._~/?` unless said otherwise.
  public init(
    alphabetizeKeyValuePairs: Bool = true,
    arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric,
    dataEncoding: DataEncoding = .base64,
    dateEncoding: DateEncoding = .deferredToDate,
    keyEncoding: KeyEncoding = .useDefaultKeys,
    keyPathEncoding: KeyPathEncoding = .brackets,
    nilEncoding: NilEncoding = .dropKey,
    spaceEncoding: SpaceEncoding = .percentEscaped,
    allowedCharacters: CharacterSet? = nil
  ) {
    self.alphabetizeKeyValuePairs = alphabetizeKeyValuePairs
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
    self.dataEncoding = dataEncoding
    self.dateEncoding = dateEncoding
    self.keyEncoding = keyEncoding
    self.keyPathEncoding = keyPathEncoding
    self.nilEncoding = nilEncoding
    urlEncoder = FormURLEncoder(spaceEncoding: spaceEncoding, allowedCharacters: allowedCharacters)
  }

  /// How a space is written. `%20` by default.
  public var spaceEncoding: SpaceEncoding {
    get { urlEncoder.spaceEncoding }
    set { urlEncoder.spaceEncoding = newValue }
  }

  /// The ASCII characters that are not percent-encoded. Letters, digits and `-._~/?` by default; all others always are, and so
  /// is a space.
  public var allowedCharacters: CharacterSet {
    get { urlEncoder.allowedCharacters }
    set { urlEncoder.allowedCharacters = newValue }
  }

  /// How a space is written.
  public typealias SpaceEncoding = FormURLEncoder.SpaceEncoding
}
