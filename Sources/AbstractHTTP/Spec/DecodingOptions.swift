public import Foundation

/// How JSON becomes a `Decodable` model: a value, of which a `JSONDecoder` is made.
///
/// ```swift
/// let github = Client(baseURL: "https://api.github.com") {
///   $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
/// }
/// ```
public struct DecodingOptions: Sendable {
  /// How names in the JSON become keys. `.useDefaultKeys` by default.
  public var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys

  /// How dates are read. `.deferredToDate` by default.
  public var dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.deferredToDate

  /// How binary data is read. `.base64` by default.
  public var dataDecodingStrategy = JSONDecoder.DataDecodingStrategy.base64

  /// How numbers that JSON can't write are read. `.throw` by default.
  public var nonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy.throw

  /// What models find in their decoder's `userInfo`. Empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  private var make: (@Sendable () -> JSONDecoder)?

  /// Creates the options of a plain `JSONDecoder`.
  public init() {}

  /// Creates options from a closure that creates the decoder, called once for every response. The strategies are ignored.
  public static func custom(_ make: @escaping @Sendable () -> JSONDecoder) -> DecodingOptions {
    var options = DecodingOptions()
    options.make = make
    return options
  }

  /// Creates a decoder with these options.
  public func decoder() -> JSONDecoder {
    if let make { return make() }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keyDecodingStrategy
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    decoder.userInfo = userInfo
    return decoder
  }
}

/// How the model of a request's response is decoded, if its connection has options for that.
enum DecodingOptionsKey: RequestContextKey { typealias Value = DecodingOptions }

extension Response {
  /// The decoder of the connection that the response belongs to.
  var decoder: JSONDecoder { request?.context[DecodingOptionsKey.self]?.decoder() ?? sharedDecoder }
}

private let sharedDecoder = JSONDecoder()
