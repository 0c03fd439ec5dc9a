import Foundation

/// How parameters become JSON (RFC 8259).
struct ParameterJSON: Sendable {
  var formatting: JSONEncoder.OutputFormatting = []
  var dateEncoding = FormOptions.DateEncoding.deferredToDate
  var dataEncoding = FormOptions.DataEncoding.base64

  func data(_ parameters: [String: any Sendable]) throws -> Data {
    var writer = ParameterJSONWriter(self)
    try writer.write(.node(ParameterPath().object(parameters)))
    return Data(writer.bytes)
  }
}
