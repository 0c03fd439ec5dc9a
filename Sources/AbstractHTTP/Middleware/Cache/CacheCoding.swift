import Foundation

/// Serializes a stored response: 64-bit little-endian numbers, and texts preceded by their length.
struct CacheWriter {
  private(set) var bytes: [UInt8] = []

  static func littleEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  mutating func write(_ number: UInt64) { bytes += Self.littleEndian(number) }

  mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func write(_ response: StoredResponse) {
    write(UInt64(bitPattern: Int64(response.statusCode)))
    write(response.requestTime.timeIntervalSinceReferenceDate.bitPattern)
    write(response.responseTime.timeIntervalSinceReferenceDate.bitPattern)
    write(response.varyKey)
    write(UInt64(response.headers.count))
    for field in response.headers {
      write(field.name)
      write(field.value)
    }
    write(UInt64(response.data.count))
    bytes += response.data
  }

  private mutating func write(_ varyKey: VaryKey) {
    switch varyKey.partition {
    case .partition(let value): write(0, value.hidden(salt: Self.salt))
    case .credentials(let value): write(1, value.hidden(salt: Self.salt))
    case .authorization(let value): write(3, value.hidden(salt: Self.salt))
    }
    write(UInt64(varyKey.fields.count))
    for field in varyKey.fields {
      write(field.name)
      write(2, Redaction.isSecret(field.name) ? field.value.hidden(salt: Self.salt) : field.value)
    }
  }

  private mutating func write(_ kind: UInt64, _ value: SelectingField.Value) {
    write(kind)
    switch value {
    case .absent:
      write(0)
    case .text(let text):
      write(1)
      write(text)
    case .digest(let salt, let digest):
      write(2)
      write(salt)
      write(digest)
    }
  }

  private static var salt: String { String(UInt64.random(in: 0...UInt64.max), radix: 16) }
}

/// Reads the output of a ``CacheWriter``; returns `nil` for other bytes.
struct CacheReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func number() -> UInt64? {
    take(8)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func text() -> String? {
    number().flatMap { take($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func response() -> StoredResponse? {
    guard let status = number(), let requestTime = date(), let responseTime = date(), let varyKey = varyKey(),
      let headers = headers(), let data = number().flatMap({ take($0) })
    else { return nil }
    return StoredResponse(
      statusCode: Int(truncatingIfNeeded: status),
      headers: headers,
      data: Data(data),
      requestTime: requestTime,
      responseTime: responseTime,
      varyKey: varyKey
    )
  }

  private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
    guard count <= UInt64(rest.count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }

  private mutating func date() -> Date? {
    number().map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
  }

  private mutating func headers() -> HTTPHeaders? {
    guard let count = number(), count <= UInt64(rest.count) else { return nil }
    var headers = HTTPHeaders()
    for _ in 0..<count {
      guard let name = text(), let value = text() else { return nil }
      headers.append(value, for: name)
    }
    return headers
  }

  private mutating func varyKey() -> VaryKey? {
    guard let partition = partition(), let count = number(), count <= UInt64(rest.count) else { return nil }
    var fields: [SelectingField] = []
    for _ in 0..<count {
      guard let name = text(), number() == 2, let value = value() else { return nil }
      fields.append(SelectingField(name: name, value: value))
    }
    return VaryKey(partition: partition, fields: fields)
  }

  private mutating func partition() -> CachePartition? {
    guard let kind = number(), let value = value() else { return nil }
    switch kind {
    case 0: return .partition(value)
    case 1: return .credentials(value)
    case 3: return .authorization(value)
    default: return nil
    }
  }

  private mutating func value() -> SelectingField.Value? {
    switch number() {
    case 0: return .absent
    case 1: return text().map { .text($0) }
    case 2:
      guard let salt = text(), let digest = text() else { return nil }
      return .digest(salt: salt, digest: digest)
    default: return nil
    }
  }
}
