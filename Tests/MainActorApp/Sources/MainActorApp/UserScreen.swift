import AbstractHTTP
import Foundation

/// A screen, as its view model: every closure changes it, and none says where it runs.
final class UserScreen {
  var name = ""
  var message = ""
  var isLoading = false
  var bytes: Int64 = 0

  private let client: Client
  private let provider = Provider<Users>()

  init(_ client: Client) { self.client = client }

  func load() async throws {
    isLoading = true
    defer { isLoading = false }
    name = try await client.send(GetUser(id: 7)).name
  }

  func rename(to name: String) async {
    do {
      _ = try await client.send(Rename(id: 7, name: name))
      self.name = name
    } catch let error as ConnectionError where error.nativeError is NameTaken {
      message = "\(name) is taken"
    } catch {
      message = "\(error)"
    }
  }

  func loadText(_ ended: @escaping @MainActor @Sendable () -> Void) {
    client.http("/users/7")
      .addOnEnd { _, _, _ in ended() }
      .fetchString { text in self.message = text }
  }

  func loadTarget(_ ended: @escaping @MainActor @Sendable () -> Void) {
    provider.request(.user(7), progress: { self.bytes = $0.received }) { [weak self] result in
      switch result {
      case .success(let response): self?.message = "\(response.statusCode)"
      case .failure(let error): self?.message = error.userMessage
      }
      ended()
    }
  }

  func loadWithConnection(_ ended: @escaping @MainActor @Sendable () -> Void) {
    let connection = client.connection(GetUser(id: 7))
    connection.addOnError(on: MainActor.self) { error, _, _ in self.message = error.userMessage }
    connection.addOnEnd(on: MainActor.self) { _, user, _ in
      self.name = user?.name ?? ""
      ended()
    }
    connection.start()
  }
}
