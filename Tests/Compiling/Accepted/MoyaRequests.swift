// The closures that users of Moya write after a request.
import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum API: TargetType {
  case zen

  var baseURL: URL { URL(filePath: "/") }
}

struct User: Decodable, Sendable { let name: String }

final class Image: Sendable {
  init?(data: Data) {}
}

struct Signing: PluginType {
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest { request }
}

@MainActor
final class Screen {
  var text = ""
  let provider = Provider<API>(plugins: [Signing()])

  func load() {
    provider.request(.zen) { _ in self.text = "" }
    provider.request(.zen) { [weak self] result in
      switch result {
      case .success(let response): self?.text = "\(response.statusCode)"
      case .failure(let error): self?.text = error.userMessage
      }
    }
    provider.request(.zen) { result in
      do {
        let response = try result.get()
        self.text = "\(response.statusCode)"
      } catch {
        self.text = "\(error)"
      }
    }
    provider.request(.zen, callbackQueue: .main, progress: { self.text = "\($0.received)" }) { _ in self.text = "" }
    HTTP("https://example.com").asString { self.text = $0 }
    HTTP("https://example.com").addOnError { error, _, _ in self.text = error.userMessage }.asData { _ in }
  }
}

func free(_ provider: Provider<API>) {
  provider.request(.zen) { _ in print("ended") }
  let image = provider.request(.zen) { Image(data: $0.data) }
  let count: ConnectionPromise<Int> = provider.request(.zen) { $0.data.count }
  provider.request(.zen).success { (user: User) in print(user.name) }
  image.success { (image: Image) in print(image) }
  count.success { print($0 + 1) }
  HTTP("https://example.com").asString(on: MainActor.self) { print($0) }
}
