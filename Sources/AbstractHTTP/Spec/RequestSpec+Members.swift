// swift-format-ignore-file: NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

public import Foundation

// NB: the names begin with an underscore, so that no member of a user's meets them by accident, and no documentation has them.

/// The members of a spec that have the name of a requirement of ``RequestSpec`` and a type of their own.
///
/// Each is a requirement of any type, which a member that a spec declares satisfies by itself. So none is ignored: types that
/// say the same, such as `[String: String]` for the headers, are read, and other types are refused by ``UnreadMember``.
public protocol _RequestSpecMembers: _Spec {
  associatedtype _HTTPMethod = _NotWritten
  associatedtype _Method = _NotWritten
  associatedtype _Headers = _NotWritten
  associatedtype _URLQuery = _NotWritten
  associatedtype _Body = _NotWritten
  associatedtype _Destination = _NotWritten
  associatedtype _Parameters = _NotWritten
  associatedtype _TimeoutInterval = _NotWritten
  associatedtype _CachePolicy = _NotWritten

  @_documentation(visibility: internal) @_disfavoredOverload var httpMethod: _HTTPMethod { get }
  @_documentation(visibility: internal) @_disfavoredOverload var method: _Method { get }
  @_documentation(visibility: internal) @_disfavoredOverload var headers: _Headers { get }
  @_documentation(visibility: internal) @_disfavoredOverload var urlQuery: _URLQuery { get throws }
  @_documentation(visibility: internal) @_disfavoredOverload var body: _Body { get throws }
  @_documentation(visibility: internal) @_disfavoredOverload var destination: _Destination { get }
  @_documentation(visibility: internal) @_disfavoredOverload var parameters: _Parameters { get }
  @_documentation(visibility: internal) @_disfavoredOverload var timeoutInterval: _TimeoutInterval { get }
  @_documentation(visibility: internal) @_disfavoredOverload var cachePolicy: _CachePolicy { get }

  /// The address that a request is sent to, which no member of a target's own can stand in for.
  func _address() throws -> String

  /// The destination, which a target's task says before a member of the target's own.
  func _destination() -> DownloadDestination?

  /// The spec whose request is made in place of this one's, if this one only has it in it.
  var _inner: (any RequestSpec)? { get }

  /// The URL of the request that the inner spec makes, if it is to be another.
  var _innerURL: URL? { get }

  /// Whether the spec is a ``TargetType``, which has members that other specs don't have.
  static var _isTarget: Bool { get }
}

extension RequestSpec {
  public func _address() throws -> String { url }

  public func _destination() -> DownloadDestination? { writtenDestination() }

  public var _inner: (any RequestSpec)? { nil }

  public var _innerURL: URL? { nil }

  public static var _isTarget: Bool { false }
}

/// What is said about itself by every spec.
public protocol _Spec {
  // NB: no class but a final one can return an array of itself, so that a class that isn't final doesn't compile: what a
  // subclass adds to the members that its superclass has by default would be ignored.
  static var _aSpecIsAStructOrAFinalClass: [Self] { get }
}

extension _Spec {
  public static var _aSpecIsAStructOrAFinalClass: [Self] { [] }
}

/// The type of a member that a spec doesn't declare.
public struct _NotWritten: Sendable {
  init() {}
}

extension _RequestSpecMembers where _HTTPMethod == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var httpMethod: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _Method == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var method: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _Headers == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var headers: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _URLQuery == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var urlQuery: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _Body == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var body: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _Destination == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var destination: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _Parameters == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var parameters: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _TimeoutInterval == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var timeoutInterval: _NotWritten { _NotWritten() }
}

extension _RequestSpecMembers where _CachePolicy == _NotWritten {
  @_documentation(visibility: internal)
  @_disfavoredOverload public var cachePolicy: _NotWritten { _NotWritten() }
}

/// A member of a spec has the name of one that is read, and a type that isn't.
///
/// The request isn't sent, since what the member says would be missing from it.
public struct UnreadMember: Error, Sendable, CustomStringConvertible {
  /// The spec's type and the member's name: `GetUser.headers`.
  public let member: String
  /// The type of the member.
  public let type: String
  /// What to write instead.
  public let advice: String

  init(_ spec: Any.Type, _ member: String, _ type: Any.Type, _ advice: String) {
    self.member = "\(spec).\(member)"
    self.type = "\(type)"
    self.advice = advice
  }

  /// The member, its type, and what to write instead.
  public var description: String { "\(member) is of type \(type), which isn't read: \(advice)" }
}
