public import Foundation

/// How JSON becomes a `Decodable` model: the settings of Foundation's `JSONDecoder`, as a value.
///
/// ```swift
/// let github = Client(baseURL: "https://api.github.com") {
///   $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
/// }
/// ```
///
/// Models are decoded by the library itself, which takes less than half of `JSONDecoder`'s time and gives the same results
/// and errors. With ``custom(_:)``, a decoder of yours decodes them, for JSON or another format.
public struct DecodingOptions: Sendable {
  /// How names in the JSON become keys. `.useDefaultKeys` by default.
  ///
  /// The keys of a `[String: Value]` and of a ``JSON`` stay as they are.
  public var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys

  /// How dates are read. `.deferredToDate` by default.
  public var dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.deferredToDate

  /// How binary data is read. `.base64` by default.
  public var dataDecodingStrategy = JSONDecoder.DataDecodingStrategy.base64

  /// How numbers that JSON can't write are read. `.throw` by default.
  public var nonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy.throw

  /// What models find in their decoder's `userInfo`. Empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Whether the text may be JSON5, which a `JSONDecoder` reads. `false` by default.
  public var allowsJSON5 = false

  /// Whether the text may be an object without its braces, which a `JSONDecoder` reads. `false` by default.
  public var assumesTopLevelDictionary = false

  private var make: (@Sendable () -> any ResponseDecoder)?

  /// Creates the options of a plain `JSONDecoder`.
  public init() {}

  /// Creates options from a closure that creates the decoder, called once for every response. The strategies are ignored.
  public static func custom(_ make: @escaping @Sendable () -> any ResponseDecoder) -> DecodingOptions {
    var options = DecodingOptions()
    options.make = make
    return options
  }

  /// Creates the options that a `JSONDecoder` has.
  init(like decoder: JSONDecoder) {
    keyDecodingStrategy = decoder.keyDecodingStrategy
    dateDecodingStrategy = decoder.dateDecodingStrategy
    dataDecodingStrategy = decoder.dataDecodingStrategy
    nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
    userInfo = decoder.userInfo
    allowsJSON5 = decoder.allowsJSON5
    assumesTopLevelDictionary = decoder.assumesTopLevelDictionary
  }

  /// Creates options that decode with a given decoder.
  init(_ decoder: any ResponseDecoder) { make = { decoder } }

  /// Creates a `JSONDecoder` with these options: a custom one if that is for JSON.
  public func decoder() -> JSONDecoder {
    if let made = make?() as? JSONDecoder { return made }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keyDecodingStrategy
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    decoder.userInfo = userInfo
    if allowsJSON5 { decoder.allowsJSON5 = true }
    if assumesTopLevelDictionary { decoder.assumesTopLevelDictionary = true }
    return decoder
  }

  /// The custom decoder, if there is one.
  func customDecoder() -> (any ResponseDecoder)? { make?() }

  /// Whether texts are read that aren't JSON.
  var readsMoreThanJSON: Bool { allowsJSON5 || assumesTopLevelDictionary }

  /// Whether only a `JSONDecoder` can do what these options say.
  var needFoundation: Bool { make != nil || readsMoreThanJSON }
}
