/// A key for a value that accompanies a request.
///
/// ```swift
/// enum TraceId: RequestContextKey { typealias Value = String }
///
/// request.context[TraceId.self] = "7f3a"
/// ```
public protocol RequestContextKey<Value> {
  /// The type of the value.
  associatedtype Value: Sendable
}

/// Values that accompany a request through all middleware, and are never sent. OkHttp calls them tags.
///
/// ```swift
/// let tagging = Middleware("tag") { request, next in
///   var request = request
///   request.context[TraceId.self] = "7f3a"
///   return try await next(request)
/// }
/// connection.use(tagging, .observe { event in
///   if case .started(let request) = event.kind { print(request.context[TraceId.self] ?? "none") }
/// })
/// ```
///
/// Read them in middleware, listeners, errors (``ConnectionError/request``), and traces. Requests that differ only in
/// their context are equal. A request that a middleware creates inherits the values of the request that it replaces,
/// except those that it sets itself, including `nil`.
public struct RequestContext: Sendable {
  private var values: Node?

  /// Creates an empty context.
  public init() {}

  /// Whether no value was ever set.
  public var isEmpty: Bool { values == nil }

  /// The value for a key; `nil` if there is none.
  public subscript<Key: RequestContextKey>(_ key: Key.Type) -> Key.Value? {
    get {
      guard let values, let value = values.node(of: ObjectIdentifier(key))?.value else { return nil }
      return value as? Key.Value
    }
    set {
      let id = ObjectIdentifier(key)
      values = Node(id, newValue, next: values?.removing(id))
    }
  }

  /// Whether there are options among the values.
  var hasOptions: Bool {
    var rest = values
    while let node = rest {
      if node.isOption, node.value != nil { return true }
      rest = node.next
    }
    return false
  }

  /// The options among the values.
  var options: [any RequestOption] {
    var options: [any RequestOption] = []
    var rest = values
    while let node = rest {
      if node.isOption, let option = node.value as? any RequestOption { options.append(option) }
      rest = node.next
    }
    return options
  }

  /// The context with only the options.
  var onlyOptions: RequestContext {
    var only = RequestContext()
    for option in options { only.setOption(option) }
    return only
  }

  /// Takes the options of another context in place of those here. Other values stay.
  mutating func replaceOptions(by other: RequestContext) {
    let kept = nodes.filter { !$0.isOption } + other.nodes.filter(\.isOption)
    values = kept.reversed().reduce(nil) { next, node in node.before(next) }
  }

  private var nodes: [Node] {
    var nodes: [Node] = []
    var rest = values
    while let node = rest {
      nodes.append(node)
      rest = node.next
    }
    return nodes
  }

  mutating func setOption<Option: RequestOption>(_ option: Option?) {
    let id = ObjectIdentifier(OptionKey<Option>.self)
    values = Node(id, option, isOption: true, next: values?.removing(id))
  }

  /// Adds the values of another context for the keys that were never set here.
  mutating func inherit(_ other: RequestContext) {
    guard let values else { return self = other }
    guard values !== other.values else { return }
    var missing: [Node] = []
    var rest = other.values
    while let node = rest {
      if values.node(of: node.id) == nil { missing.append(node) }
      rest = node.next
    }
    self.values = missing.reversed().reduce(values) { next, node in node.before(next) }
  }

  /// A value, and the values that were set before it: a short list, which copies of a request share.
  private final class Node: Sendable {
    let id: ObjectIdentifier
    let value: (any Sendable)?
    /// Whether the connector must honor the value.
    let isOption: Bool
    let next: Node?

    init(_ id: ObjectIdentifier, _ value: (any Sendable)?, isOption: Bool = false, next: Node?) {
      self.id = id
      self.value = value
      self.isOption = isOption
      self.next = next
    }

    /// Returns a node with the same value in front of another node.
    func before(_ next: Node?) -> Node { Node(id, value, isOption: isOption, next: next) }

    func node(of id: ObjectIdentifier) -> Node? {
      var rest: Node? = self
      while let node = rest {
        if node.id == id { return node }
        rest = node.next
      }
      return nil
    }

    /// Returns the list without a key, sharing the nodes after it.
    func removing(_ id: ObjectIdentifier) -> Node? {
      guard node(of: id) != nil else { return self }
      return self.id == id ? next : before(next?.removing(id))
    }
  }
}
