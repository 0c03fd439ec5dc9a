public import Foundation

/// A target of any type, so that one provider can send the targets of several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// provider.request(MultiTarget(GitHub.zen)).success { (zen: String) in print(zen) }
/// ```
///
/// Plugins and listeners receive the wrapped target.
public enum MultiTarget: TargetType {
  /// The wrapped target.
  case target(any TargetType)

  /// Wraps a target of any type. If it is a `MultiTarget`, wraps the target inside it.
  public init(_ target: any TargetType) { self = target as? MultiTarget ?? .target(target) }

  /// The wrapped target.
  public var target: any TargetType { innermost }
}

extension MultiTarget {
  /// The wrapped target's base URL.
  public var baseURL: URL { target.baseURL }
  /// The wrapped target's path.
  public var path: String { target.path }
  /// The wrapped target's method.
  public var method: HTTPMethod { target.method }
  /// The wrapped target's parameters.
  public var parameters: [String: any Sendable]? { target.parameters }
  /// The wrapped target's parameter encoding.
  public var parameterEncoding: any ParameterEncoding { target.parameterEncoding }
  /// The wrapped target's task.
  public var task: RequestTask { target.task }
  /// The wrapped target's headers.
  public var headers: HTTPHeaders { (try? target.writtenHeaders()) ?? target.headers }
  /// The wrapped target's validation.
  public var validationType: ValidationType { target.validationType }
  /// The wrapped target's sample data.
  public var sampleData: Data { target.sampleData }
}

extension MultiTarget {
  /// The wrapped target's address.
  public var url: String { target.address }
  /// The wrapped target's method.
  public var httpMethod: HTTPMethod { target.method }
  /// The wrapped target's query.
  public var urlQuery: URLQuery? { get throws { try target.writtenQuery() } }
  /// Returns the wrapped target's body.
  public func body() throws -> Data? { try target.body() }
  /// Returns the wrapped target's content.
  public func content() throws -> RequestBody? { try target.content() }
  /// The wrapped target's destination.
  public var destination: DownloadDestination? { target.destination }
  /// The wrapped target's delivery.
  public var delivery: ResponseDelivery { target.delivery }
}

extension TargetType {
  /// The target itself, or the one that a `MultiTarget` wraps.
  var innermost: any TargetType {
    var target: any TargetType = self
    while case .target(let inner)? = target as? MultiTarget { target = inner }
    return target
  }
}

extension MultiTarget: CustomReflectable {
  /// The target's type, without its values, which may be secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["target": "\(type(of: innermost))"], displayStyle: .enum)
  }
}
