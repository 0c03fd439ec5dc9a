public import Foundation

/// A target of any kind, so that one provider can send those of several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// provider.request(MultiTarget(GitHub.zen)).success { (zen: String) in print(zen) }
/// ```
///
/// Plugins and listeners see the target that is in it.
public enum MultiTarget: TargetType {
  /// The target.
  case target(any TargetType)

  /// Takes a target of any kind; of another `MultiTarget`, the target that is in it.
  public init(_ target: any TargetType) { self = target as? MultiTarget ?? .target(target) }

  /// The target that is in it.
  public var target: any TargetType { innermost }
}

extension MultiTarget {
  /// The target's.
  public var baseURL: URL { target.baseURL }
  /// The target's.
  public var path: String { target.path }
  /// The target's.
  public var method: HTTPMethod { target.method }
  /// The target's.
  public var parameters: [String: any Sendable]? { target.parameters }
  /// The target's.
  public var parameterEncoding: any ParameterEncoding { target.parameterEncoding }
  /// The target's.
  public var task: RequestTask { target.task }
  /// The target's.
  public var headers: HTTPHeaders { (try? target.writtenHeaders()) ?? target.headers }
  /// The target's.
  public var validationType: ValidationType { target.validationType }
  /// The target's.
  public var sampleData: Data { target.sampleData }
}

extension MultiTarget {
  /// The target's.
  public var url: String { target.address }
  /// The target's.
  public var httpMethod: HTTPMethod { target.method }
  /// The target's.
  public var urlQuery: URLQuery? { get throws { try target.writtenQuery() } }
  /// The target's.
  public func body() throws -> Data? { try target.body() }
  /// The target's.
  public func content() throws -> RequestBody? { try target.content() }
  /// The target's.
  public var destination: DownloadDestination? { target.destination }
  /// The target's.
  public var delivery: ResponseDelivery { target.delivery }
}

extension TargetType {
  /// The target itself, or the one that a `MultiTarget` has in it.
  var innermost: any TargetType {
    var target: any TargetType = self
    while case .target(let inner)? = target as? MultiTarget { target = inner }
    return target
  }
}

extension MultiTarget: CustomReflectable {
  /// The target's type, since its values may be secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["target": "\(type(of: innermost))"], displayStyle: .enum)
  }
}
