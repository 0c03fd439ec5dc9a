import AbstractHTTP
import Foundation

/// An article as the server sends it: `{"id": 7, "title": "On looms", "published_at": "2026-03-01T09:30:00Z"}`.
public nonisolated struct Article: Decodable, Sendable, Identifiable, Equatable {
  /// The identifier.
  public let id: Int
  /// The headline.
  public let title: String
  /// The time of its publication.
  public let publishedAt: Date
}

/// The first page of the articles. Its `Link` header leads to the next one.
nonisolated struct ListArticles: ConnectionSpec {
  typealias ResponseModel = [Article]
  let url = "/articles"
  var urlQuery: URLQuery? { ["per_page": "20"] }
}

extension Client {
  /// The client of the app.
  public static nonisolated func magazine(
    _ baseURL: String,
    _ configure: (inout ConnectionOptions) -> Void = { _ in }
  ) -> Client {
    Client(baseURL: baseURL) {
      $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.decoder.dateDecodingStrategy = .iso8601
      $0.use(.retry(), .timeout(attempt: .seconds(10), total: .seconds(30)))
      configure(&$0)
    }
  }
}
