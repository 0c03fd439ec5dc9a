/// Parses the bytes of a JSON text (RFC 8259) in one pass and without recursion.
///
/// Parsed values stay on a stack until their array or object ends, and are then moved into a container of the right
/// size.
struct JSONParser {
  /// An array or an object in progress.
  private struct Container {
    let isObject: Bool
    /// The position of its first value on the stack.
    let start: Int
    /// Its keys, starting with the first that differs from its shape.
    var fresh: JSONShape.Fresh?

    var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int
  private let maximumDepth: Int
  private let keepsFirst: Bool
  private var stack: [JSON] = []
  private var containers: [Container] = []
  private var shapes: [JSONShape] = []

  /// - Parameter keepingFirst: Whether the first value of a repeated key wins, instead of the last.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int, maximumDepth: Int, keepingFirst: Bool = false) {
    keepsFirst = keepingFirst
    self.bytes = bytes
    self.position = position
    self.maximumDepth = maximumDepth
  }

  /// Reads the whole text.
  mutating func parse() throws(JSONFlaw) -> JSON {
    repeat {
      let isWhole = try begin()
      if isWhole { try end() }
    } while !containers.isEmpty
    guard peek() == nil else { throw flaw("nothing may follow the value") }
    return stack.popLast() ?? .null
  }

  /// Reads a scalar value, or enters an array or an object up to its first value.
  ///
  /// - Returns: Whether a complete value was read.
  private mutating func begin() throws(JSONFlaw) -> Bool {
    switch peek() {
    case UInt8(ascii: "{"): return try enter(Container(isObject: true, start: stack.count))
    case UInt8(ascii: "["): return try enter(Container(isObject: false, start: stack.count))
    case UInt8(ascii: "\""): stack.append(JSON(.string(try string())))
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): stack.append(try number())
    case UInt8(ascii: "t"): try literal("true", .bool(true))
    case UInt8(ascii: "f"): try literal("false", .bool(false))
    case UInt8(ascii: "n"): try literal("null", .null)
    case nil: throw flaw("the text ends where a value is expected")
    default: throw flaw("no value begins like this")
    }
    return true
  }

  private mutating func literal(_ text: StaticString, _ storage: JSON.Storage) throws(JSONFlaw) {
    let end = position + text.utf8CodeUnitCount
    let utf8 = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[position..<end].elementsEqual(utf8) else { throw flaw("no value begins like this") }
    position = end
    stack.append(JSON(storage))
  }

  private mutating func enter(_ container: Container) throws(JSONFlaw) -> Bool {
    guard containers.count < maximumDepth else {
      throw flaw("more than \(maximumDepth) arrays and objects are nested")
    }
    position += 1
    if peek() == container.end {
      position += 1
      stack.append(container.isObject ? JSON(members: .none) : JSON(elements: JSONElements([])))
      return true
    }
    containers.append(container)
    if container.isObject {
      while shapes.count < containers.count { shapes.append(JSONShape()) }
      try key()
    }
    return false
  }

  /// Advances to the next value, and leaves the containers that end before it.
  private mutating func end() throws(JSONFlaw) {
    while !containers.isEmpty {
      let depth = containers.count - 1
      let next = peek()
      if next == UInt8(ascii: ",") {
        position += 1
        if containers[depth].isObject { try key() }
        return
      }
      guard next == containers[depth].end else {
        throw flaw(next == nil ? "the text ends within an array or an object" : "a comma or the end is expected")
      }
      position += 1
      leave(depth)
    }
  }

  private mutating func leave(_ depth: Int) {
    guard let container = containers.popLast() else { return }
    let values = Array(stack[container.start...])
    stack.removeSubrange(container.start...)
    guard container.isObject else { return stack.append(JSON(elements: JSONElements(values))) }
    stack.append(JSON(members: members(values, depth: depth, container.fresh)))
  }

  /// Creates an object from its values and from the previous object's keys, unless it has different keys.
  private mutating func members(_ values: [JSON], depth: Int, _ fresh: JSONShape.Fresh?) -> JSONMembers {
    if fresh == nil, shapes[depth].count == values.count { return JSONMembers(shapes[depth].keys, values) }
    let (names, spans) = (fresh ?? shapes[depth].beginning(values.count)).parts
    guard let keys = JSONKeys(names) else { return JSONMembers(names: names, values: values, keepingFirst: keepsFirst) }
    shapes[depth] = JSONShape(keys, spans)
    return JSONMembers(keys, values)
  }

  /// Reads a key and its colon. If the previous object at this depth had the same key in this position, it isn't read
  /// again.
  private mutating func key() throws(JSONFlaw) {
    guard peek() == UInt8(ascii: "\"") else { throw flaw("a key in quotes is expected") }
    let depth = containers.count - 1
    if containers[depth].fresh != nil {
      try freshKey(depth)
    } else if let end = shapes[depth].match(stack.count - containers[depth].start, in: bytes, at: position) {
      position = end
    } else {
      containers[depth].fresh = shapes[depth].beginning(stack.count - containers[depth].start)
      try freshKey(depth)
    }
    guard peek() == UInt8(ascii: ":") else { throw flaw("a colon is expected after a key") }
    position += 1
  }

  private mutating func freshKey(_ depth: Int) throws(JSONFlaw) {
    let start = position
    let name = try string()
    containers[depth].fresh?.append(name, start..<position)
  }

  /// Returns the next byte that isn't white space.
  @inline(__always)
  private mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  func flaw(_ reason: String, at offset: Int? = nil) -> JSONFlaw {
    JSONFlaw(reason: reason, offset: offset ?? position)
  }
}
