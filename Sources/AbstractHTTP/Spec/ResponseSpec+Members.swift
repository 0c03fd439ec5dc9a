// swift-format-ignore-file: NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import Foundation

/// Members of a spec that have the name of a requirement of ``ResponseSpec`` and a different type: see
/// ``_RequestSpecMembers``.
public protocol _ResponseSpecMembers: _Spec {
  associatedtype _Decoder = _NotWritten

  @_documentation(visibility: internal) @_disfavoredOverload var decoder: _Decoder { get }
}

extension _ResponseSpecMembers where _Decoder == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var decoder: _NotWritten { _NotWritten() }
}

extension ResponseSpec {
  /// Returns the decoding options, from the requirement or a decoder.
  func writtenDecoder() throws -> DecodingOptions? {
    let written: DecodingOptions? = decoder
    guard _Decoder.self != DecodingOptions?.self, _Decoder.self != _NotWritten.self else { return written }
    switch unwrapped(decoder as _Decoder) {
    case nil: return written
    case let options as DecodingOptions: return options
    case let decoder as JSONDecoder: return DecodingOptions(decoder)
    default:
      throw UnreadMember(Self.self, "decoder", _Decoder.self, "write DecodingOptions, or parseResponse(response:)")
    }
  }
}
