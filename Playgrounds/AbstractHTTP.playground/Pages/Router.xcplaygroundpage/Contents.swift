//: # One router for every entity
//: A generic enum that creates, reads, updates, and deletes the entities of a collection.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

protocol Entity: Codable, Sendable {
  static var collection: String { get }
  var id: String { get }
}

enum Router<Model: Entity>: TargetType {
  case list
  case create(Model)
  case read(id: String)
  case update(Model)
  case destroy(id: String)

  var baseURL: URL { server.baseURL }

  var path: String {
    switch self {
    case .list, .create: "/\(segment: Model.collection)"
    case .read(let id), .destroy(let id): "/\(segment: Model.collection)/\(segment: id)"
    case .update(let model): "/\(segment: Model.collection)/\(segment: model.id)"
    }
  }

  var method: HTTPMethod {
    switch self {
    case .list, .read: .get
    case .create: .post
    case .update: .put
    case .destroy: .delete
    }
  }

  var task: RequestTask {
    switch self {
    case .list, .read, .destroy: .requestPlain
    case .create(let model), .update(let model): .requestJSONEncodable(model)
    }
  }

  //: For one entity, a 404 is an answer: there is none.
  var validationType: ValidationType {
    if case .read = self { .customCodes([200, 404]) } else { .successCodes }
  }
}

//: A server that stores what it receives.
let server = try LoopbackServer()
let shelf = Shelf()
server.on(.get, "/:name") { .json("[\(shelf.all($0.path).joined(separator: ", "))]") }
server.on(.post, "/:name") { shelf.put($0.text, at: $0.path) }
server.on(nil, "/:name/:id") { shelf.answer($0) }

struct Book: Entity, Equatable {
  static let collection = "books"
  let id: String
  var title: String
}

struct Reader: Entity {
  static let collection = "readers"
  let id: String
}

let books = Provider<Router<Book>>()
let readers = Provider<Router<Reader>>()
var book = Book(id: "7/a", title: "On engines")

print("created:", try await books.request(.create(book), as: Book.self).value)
book.title = "On looms"
print("updated:", try await books.request(.update(book), as: Book.self).value.title)
let read: Book? = try await books.request(.read(id: "7/a")).value
print("read:", read?.title ?? "nothing")
try await readers.request(.create(Reader(id: "ada")), as: Void.self).value
let (allBooks, allReaders): ([Book], [Reader]) = (
  try await books.request(.list).value, try await readers.request(.list).value
)
print("listed:", allBooks.map(\.id), allReaders.map(\.id))
try await books.request(.destroy(id: "7/a"), as: Void.self).value
let gone: Book? = try await books.request(.read(id: "7/a")).value
print("read again:", gone?.title ?? "nothing")
precondition(read == book && allBooks == [book] && allReaders.map(\.id) == ["ada"] && gone == nil)

final class Shelf: Sendable {
  private let entities = Mutex<[String: String]>([:])

  func all(_ path: String) -> [String] {
    entities.withLock { $0.filter { $0.key.hasPrefix(path + "/") }.map(\.value).sorted() }
  }

  func put(_ json: String, at path: String) -> Reply {
    struct Named: Decodable { let id: String }
    guard let named = try? JSONDecoder().decode(Named.self, from: Data(json.utf8)) else { return .status(400) }
    entities.withLock { $0["\(path)/\(named.id)"] = json }
    return .json(json, status: 201)
  }

  func answer(_ request: ReceivedRequest) -> Reply {
    entities.withLock { entities in
      switch request.method {
      case .put: entities[request.path] = request.text
      case .delete: return entities.removeValue(forKey: request.path) == nil ? .status(404) : .status(204)
      default: break
      }
      return entities[request.path].map { .json($0) } ?? .status(404)
    }
  }
}
