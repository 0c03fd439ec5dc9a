/// Reads a JSON text (RFC 8259) from its bytes, in one pass.
///
/// What is read waits on a stack until its array or object ends, and is moved into a container of the right size then.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int
  private let maximumDepth: Int
  private var stack: [JSON] = []
  private var shapes: [JSONShape] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int, maximumDepth: Int) {
    self.bytes = bytes
    self.position = position
    self.maximumDepth = maximumDepth
  }

  /// Reads the whole text.
  mutating func parse() throws(JSONFlaw) -> JSON {
    let json = try value(depth: 0)
    guard peek() == nil else { throw flaw("nothing may follow the value") }
    return json
  }

  private mutating func value(depth: Int) throws(JSONFlaw) -> JSON {
    switch peek() {
    case UInt8(ascii: "\""): JSON(.string(try string()))
    case UInt8(ascii: "{"): try object(depth: depth)
    case UInt8(ascii: "["): try array(depth: depth)
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): try number()
    case UInt8(ascii: "t"): try literal("true", .bool(true))
    case UInt8(ascii: "f"): try literal("false", .bool(false))
    case UInt8(ascii: "n"): try literal("null", .null)
    case nil: throw flaw("the text ends where a value is due")
    default: throw flaw("no value begins so")
    }
  }

  private mutating func literal(_ text: StaticString, _ storage: JSON.Storage) throws(JSONFlaw) -> JSON {
    let end = position + text.utf8CodeUnitCount
    let utf8 = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[position..<end].elementsEqual(utf8) else { throw flaw("no value begins so") }
    position = end
    return JSON(storage)
  }

  private mutating func array(depth: Int) throws(JSONFlaw) -> JSON {
    guard !(try isEmpty(until: UInt8(ascii: "]"), depth: depth)) else { return JSON(elements: JSONElements([])) }
    let start = stack.count
    repeat {
      stack.append(try value(depth: depth + 1))
    } while try goesOn(until: UInt8(ascii: "]"))
    return JSON(elements: JSONElements(popped(from: start)))
  }

  private mutating func object(depth: Int) throws(JSONFlaw) -> JSON {
    guard !(try isEmpty(until: UInt8(ascii: "}"), depth: depth)) else { return JSON(members: .none) }
    while depth >= shapes.count { shapes.append(JSONShape()) }
    let start = stack.count
    var fresh: JSONShape.Fresh?
    repeat {
      try key(number: stack.count - start, depth: depth, &fresh)
      guard peek() == UInt8(ascii: ":") else { throw flaw("a colon is due after a key") }
      position += 1
      stack.append(try value(depth: depth + 1))
    } while try goesOn(until: UInt8(ascii: "}"))
    return members(popped(from: start), depth: depth, fresh)
  }

  /// Makes an object of its values and of the keys before it, unless it has keys of its own.
  private mutating func members(_ values: [JSON], depth: Int, _ fresh: JSONShape.Fresh?) -> JSON {
    if fresh == nil, shapes[depth].count == values.count {
      return JSON(members: JSONMembers(shapes[depth].keys, values))
    }
    let (names, spans) = (fresh ?? shapes[depth].beginning(values.count)).parts
    guard let keys = JSONKeys(names) else { return JSON(members: JSONMembers(names: names, values: values)) }
    shapes[depth] = JSONShape(keys, spans)
    return JSON(members: JSONMembers(keys, values))
  }

  /// Reads a key, unless it is the one that the last object at this depth had in this place.
  private mutating func key(number: Int, depth: Int, _ fresh: inout JSONShape.Fresh?) throws(JSONFlaw) {
    guard peek() == UInt8(ascii: "\"") else { throw flaw("a key is due, in quotes") }
    if fresh == nil {
      if let end = shapes[depth].match(number, in: bytes, at: position) {
        position = end
        return
      }
      fresh = shapes[depth].beginning(number)
    }
    let start = position
    fresh?.append(try string(), start..<position)
  }

  /// Goes into a container, and past it if there is nothing in it.
  private mutating func isEmpty(until end: UInt8, depth: Int) throws(JSONFlaw) -> Bool {
    guard depth < maximumDepth else { throw flaw("more than \(maximumDepth) arrays and objects lie within each other") }
    position += 1
    guard peek() == end else { return false }
    position += 1
    return true
  }

  /// Goes past the comma before the next value, or past the end.
  private mutating func goesOn(until end: UInt8) throws(JSONFlaw) -> Bool {
    let next = peek()
    guard next == UInt8(ascii: ",") || next == end else {
      throw flaw(next == nil ? "the text ends within an array or an object" : "a comma or the end is due")
    }
    position += 1
    return next != end
  }

  private mutating func popped(from start: Int) -> [JSON] {
    let values = Array(stack[start...])
    stack.removeSubrange(start...)
    return values
  }

  /// The next byte that is not white space.
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
