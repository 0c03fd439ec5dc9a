public import AbstractHTTP
public import HTTPTypes

extension HTTPFields {
  /// Creates fields from headers, in their order and case.
  ///
  /// A header whose name isn't a token is omitted. Control characters in values become spaces.
  public init(_ headers: HTTPHeaders) {
    self.init()
    for header in headers {
      if let name = HTTPField.Name(header.name) { append(HTTPField(name: name, value: header.value)) }
    }
  }
}

extension HTTPHeaders {
  /// Creates headers from fields, in their order and case.
  ///
  /// A value that isn't UTF-8 is read as ISO 8859-1, so its bytes aren't kept. How a field is to be indexed by HPACK is
  /// lost.
  public init(_ fields: HTTPFields) {
    self.init(fields.map { Field(name: $0.name.rawName, value: $0.text) })
  }
}

extension HTTPField {
  fileprivate var text: String {
    withUnsafeBytesOfValue { bytes in
      String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}
