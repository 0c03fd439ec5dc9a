public import Foundation

/// Options for decoding `Decodable` models from JSON: the settings of Foundation's `JSONDecoder`, as a value.
///
/// ```swift
/// let github = Client(baseURL: "https://api.github.com") {
///   $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
/// }
/// ```
///
/// The library decodes models itself, with the results and errors of `JSONDecoder`, in less than half of its time. With
/// ``custom(_:)``, your own decoder decodes them, from JSON or another format.
public struct DecodingOptions: Sendable {
  /// The strategy that converts names in the JSON into keys. Defaults to `.useDefaultKeys`.
  ///
  /// The keys of a `[String: Value]` and of a ``JSON`` aren't converted.
  public var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys

  /// The strategy for dates. Defaults to `.deferredToDate`.
  public var dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.deferredToDate

  /// The strategy for binary data. Defaults to `.base64`.
  public var dataDecodingStrategy = JSONDecoder.DataDecodingStrategy.base64

  /// The strategy for numbers that JSON can't represent. Defaults to `.throw`.
  public var nonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy.throw

  /// Values for models, in their decoder's `userInfo`. Defaults to none.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Whether the text may be JSON5, which is read by a `JSONDecoder`. Defaults to `false`.
  public var allowsJSON5 = false

  /// Whether the text may be an object without its braces, which is read by a `JSONDecoder`. Defaults to `false`.
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

  /// Creates the options of an existing `JSONDecoder`.
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

  /// Creates a `JSONDecoder` with these options, or returns the custom decoder if it is one for JSON.
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

  /// Returns the custom decoder, if there is one.
  func customDecoder() -> (any ResponseDecoder)? { make?() }

  /// Whether texts other than JSON are accepted.
  var readsMoreThanJSON: Bool { allowsJSON5 || assumesTopLevelDictionary }

  /// Whether these options require a `JSONDecoder`.
  var needFoundation: Bool { make != nil || readsMoreThanJSON }
}
