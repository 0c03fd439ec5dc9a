// What the snippets of the doc comments of Spec use without declaring it.

import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct User: Decodable, Sendable { let name: String }
struct UserResponse: ResponseSpec { typealias ResponseModel = User }
struct Deletion: Decodable { let id: Int? }
struct APIError: Error { init?(_ response: Response) { return nil } }

let urlRequest = URLRequest(url: URL(fileURLWithPath: "/"))
