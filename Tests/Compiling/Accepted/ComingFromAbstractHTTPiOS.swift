// The code in the right column of the guide "Coming from AbstractHTTP for iOS", and the ancestor's spelling where the guide
// says that it's the same.
import AbstractHTTP
import Foundation

struct User: Codable, Sendable { let name: String }

final class GetUser: ConnectionSpec {
  typealias ResponseModel = User

  let id = 7
  var url: String { "https://api.example.com/users/\(id)" }
  var httpMethod: HTTPMethod { .post }
  var headers: [String: String] { ["Accept": "application/json"] }
  var urlQuery: URLQuery? { ["page": "1"] }
  func body() throws -> Data? { try JSONEncoder().encode(["id": id]) }
  func validate(response: Response) -> Bool { response.statusCode == 200 }
  func parseResponse(response: Response) throws -> User { try JSONDecoder().decode(User.self, from: response.data) }
}

struct Upload: RequestSpec {
  let url = "https://api.example.com/photo"
  let file: URL
  func content() throws -> RequestBody? { RequestBody(file: file) }
}

struct Reading: ResponseSpec {
  typealias ResponseModel = String
}

final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener, ConnectionHolderListener {
  func onStart(connection: any ConnectionTask, request: Request) { print(request.method, request.httpMethod) }
  func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {}
  func onReceived(connection: any ConnectionTask, response: Response) -> Bool { true }
  func onNetworkError(connection: any ConnectionTask, error: (any Error)?) { connection.restart() }
}

final class Echo: HTTPConnector {
  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    complete(Response(), nil)
  }
  func cancel() {}
}

final class Asking: AsyncHTTPConnector {
  func response(to request: Request) async throws -> Response { Response() }
}

@MainActor
final class Screen {
  var name = ""

  func load(_ url: String) {
    let connection = Connection(GetUser()) { user in print(user.name) }
    connection.addOnError(on: MainActor.self) { error, _, _ in self.name = error.userMessage }
    connection.addOnEnd { response, user, error in print(response ?? Response()) }
    connection.start()
    HTTP(url).asString { self.name = $0 }
    HTTP(url).httpMethod(.get).fetchString { self.name = $0 }
  }
}

func control(_ connection: Connection<User>, _ watcher: Watcher, _ clock: any Clock<Duration>) async throws {
  _ = Connection(requestSpec: Upload(file: URL(filePath: "/")), responseSpec: Reading())
  _ = try await connection.start().value
  connection.restart()
  connection.repeatRequest()
  connection.interrupt()
  connection.breakInterruption()
  connection.cancel()
  connection.addListener(watcher).addResponseListener(watcher).addErrorListener(watcher)
  connection.removeListener(watcher)
  print(connection.listeners.count, connection.responseListeners.count, connection.errorListeners.count)
  let holder = ConnectionHolder()
  holder.addListener(watcher)
  connection.holder = holder
  print(holder.connections.count)
  holder.cancelAll()
  connection.httpConnector = Asking()
  connection.httpConnector = Echo()
  connection.urlEncoder = DefaultURLEncoder()
  ConnectionConfig.shared.isLogEnabled = true
  ConnectionConfig.shared.middleware = [.retry()]
  let connector = DefaultHTTPConnector()
  connector.timeoutInterval = 15
  connector.isRedirectEnabled = false
  connector.cachePolicy = .useProtocolCachePolicy
  var query = URLQuery(string: "a=b=c")
  query.append("page", "2")
  query.keyValues.append(KeyValue("page", "3"))
  _ = ConnectionIndicator(show: { print("shown") }, hide: { print("hidden") })
  _ = Polling(every: .seconds(30), clock: clock) { connection in connection.restart() }
}

func read(_ response: Response, _ error: ConnectionError) {
  print(response.headers.values(for: "Set-Cookie"), response.url ?? "", response.request ?? "")
  print(error.request ?? "", error.response?.data ?? Data(), error.responseModel ?? "")
}
