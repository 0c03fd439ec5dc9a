public import Foundation

/// Options for encoding keys and values as a form, in a body or in a query.
///
/// ```swift
/// let options = FormOptions(arrayEncoding: .noBrackets, boolEncoding: .literal)
/// try FormEncoder(options).string(Search(tags: ["a", "b"], isOpen: true))   // isOpen=true&tags=a&tags=b
/// ```
///
/// No standard defines arrays, nested keys, or dates in forms, so servers differ. The names and the defaults are those
/// of Alamofire 5.12's `URLEncodedFormEncoder`, with three exceptions: Arrays keep their order, which Alamofire sorts.
/// A ``keyEncoding`` is applied to each key of a path. A `URL` is written as its text. A form can't represent empty
/// arrays and objects, so they are omitted.
public struct FormOptions: Sendable {
  /// The default options.
  public static let `default` = FormOptions()

  /// Whether the members of an object are sorted, by the bytes of the encoded key and value. Defaults to `true`.
  ///
  /// If `false`, an `Encodable` keeps the order of its members. A dictionary, which has no order, is always sorted by
  /// its keys, so that equal parameters have equal encodings.
  public var alphabetizeKeyValuePairs: Bool

  /// The format of an array's elements. Defaults to `tags[]=a`.
  public var arrayEncoding: ArrayEncoding

  /// The format of `true` and `false`. Defaults to `1` and `0`.
  public var boolEncoding: BoolEncoding

  /// The format of `Data`. Defaults to Base64.
  public var dataEncoding: DataEncoding

  /// The format of a `Date`. Defaults to seconds since 2001, as `Date` encodes itself.
  public var dateEncoding: DateEncoding

  /// The format of each key. Defaults to the unchanged key.
  public var keyEncoding: KeyEncoding

  /// The format of nested keys. Defaults to `user[name]=Ada`.
  public var keyPathEncoding: KeyPathEncoding

  /// The format of `nil`. Defaults to omitting the key.
  public var nilEncoding: NilEncoding

  /// The encoder of keys and values, which uses ``spaceEncoding`` and ``allowedCharacters``.
  public var urlEncoder: FormURLEncoder

  /// Creates options. The properties describe the parameters and their defaults. By default, letters, digits, and
  /// `-._~/?` aren't percent-encoded.
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

  /// The encoding of a space. Defaults to `%20`.
  public var spaceEncoding: SpaceEncoding {
    get { urlEncoder.spaceEncoding }
    set { urlEncoder.spaceEncoding = newValue }
  }

  /// The ASCII characters that aren't percent-encoded. Defaults to letters, digits, and `-._~/?`. A space and
  /// characters outside ASCII are always encoded.
  public var allowedCharacters: CharacterSet {
    get { urlEncoder.allowedCharacters }
    set { urlEncoder.allowedCharacters = newValue }
  }

  /// The encoding of a space.
  public typealias SpaceEncoding = FormURLEncoder.SpaceEncoding
}
