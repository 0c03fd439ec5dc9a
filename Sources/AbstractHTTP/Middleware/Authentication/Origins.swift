import Foundation

/// The servers that credentials are for.
struct Origins: Sendable {
  private let origins: Set<HTTPOrigin>?

  /// Reads origins, such as `https://api.example.com`; what cannot be read is no server's. `nil` means every server.
  init(_ texts: [String]?) {
    origins = texts.map { Set($0.compactMap { try? HTTPAddress($0).origin }) }
  }

  init(_ origin: HTTPOrigin) { origins = [origin] }

  /// Whether no server is named.
  var areUnnamed: Bool { origins == nil }

  /// Whether the request goes to one of them, and takes credentials.
  func contain(_ request: Request) -> Bool {
    guard request.context[OmitsCredentialsKey.self] != true else { return false }
    guard let origins else { return true }
    guard let address = try? HTTPAddress(request.url.absoluteString) else { return false }
    return origins.contains(address.origin)
  }
}
