import Foundation
public final class DefaultHTTPConnector: HTTPConnector {
  public init() {}
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) { complete(nil, URLError(.unknown)) }
  public func cancel() {}
}
