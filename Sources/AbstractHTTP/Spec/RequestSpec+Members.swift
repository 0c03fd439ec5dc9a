// swift-format-ignore-file: NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

public import Foundation

// NB: the names begin with an underscore, so that they don't collide with users' members, and are left out of the
// documentation.

/// Members of a spec that have the name of a requirement of ``RequestSpec`` and a different type.
///
/// Each one is a requirement of any type, which a declared member of a spec satisfies automatically. No such member is
/// ignored: equivalent types, such as `[String: String]` for the headers, are read, and other types are rejected with
/// ``UnreadMember``.
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

  /// Returns the address of the request, which a target's own members can't replace.
  func _address() throws -> String

  /// Returns the destination. A target's task takes precedence over a member that the target declares.
  func _destination() -> DownloadDestination?

  /// The spec whose request is used in place of this one's, if this spec only wraps it.
  var _inner: (any RequestSpec)? { get }

  /// The URL that replaces the one of the inner spec's request.
  var _innerURL: URL? { get }

  /// Whether the spec is a ``TargetType``, which has additional members.
  static var _isTarget: Bool { get }
}

extension RequestSpec {
  public func _address() throws -> String { url }

  public func _destination() -> DownloadDestination? { writtenDestination() }

  public var _inner: (any RequestSpec)? { nil }

  public var _innerURL: URL? { nil }

  public static var _isTarget: Bool { false }
}

/// Properties that every spec has.
public protocol _Spec {
  // NB: only a final class can return an array of itself, so a class that isn't final doesn't compile. Members that a
  // subclass adds to those that its superclass has by default would be ignored.
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

/// The error of a member that has the name of a requirement, and a type that isn't read.
///
/// The request isn't sent, because the member's value would be missing.
public struct UnreadMember: Error, Sendable, CustomStringConvertible {
  /// The spec's type and the member's name: `GetUser.headers`.
  public let member: String
  /// The type of the member.
  public let type: String
  /// The replacement to write.
  public let advice: String

  init(_ spec: Any.Type, _ member: String, _ type: Any.Type, _ advice: String) {
    self.member = "\(spec).\(member)"
    self.type = "\(type)"
    self.advice = advice
  }

  /// The member, its type, and the replacement to write.
  public var description: String { "\(member) is of type \(type), which isn't read: \(advice)" }
}
