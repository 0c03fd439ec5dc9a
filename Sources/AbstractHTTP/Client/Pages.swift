import Foundation

/// A sequence of the pages of a list. Each page is fetched when the iterator reaches it.
///
/// ```swift
/// for try await users in client.pages(of: ListUsers()) {
///   print(users.count)
/// }
/// ```
///
/// Each page is a separate call through all of the client's middleware. No page is fetched in advance, or after the
/// loop has ended. A failure ends the sequence. Cancelling the task cancels the call in flight.
public struct Pages<Model: Sendable>: AsyncSequence, Sendable {
  let first: PageCall<Model>

  /// Creates an iterator, which begins with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(call: first) }

  /// Fetches the pages.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    var call: PageCall<Model>?

    /// Fetches the next page.
    ///
    /// - Returns: Its model; `nil` after the last.
    public mutating func next() async throws(ConnectionError) -> Model? { try await next(isolation: nil) }

    /// Fetches the next page.
    ///
    /// - Returns: Its model; `nil` after the last.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> Model? {
      guard let call = call.take() else { return nil }
      let page = try await call.load()
      self.call = page.next
      return page.model
    }
  }
}

/// The call that fetches one page, and returns the call for the next.
struct PageCall<Model: Sendable>: Sendable {
  let load: @Sendable () async throws(ConnectionError) -> (model: Model, next: PageCall?)
}

extension Client {
  /// Returns the pages of a list whose responses link to the next page: `Link: <…>; rel="next"` (RFC 8288), as GitHub
  /// does.
  ///
  /// Each subsequent page is requested with the same spec, but with the URL of the link. If a link leads to another
  /// origin, it isn't followed, because the spec's headers may contain credentials: the sequence fails with
  /// `.invalidResponse` and ``InvalidPageLink``. It also fails if a link leads to a page that was fetched before.
  ///
  /// - Parameter spec: The call for the first page.
  /// - Returns: The sequence of the pages' models.
  public func pages<S: ConnectionSpec>(of spec: S) -> Pages<S.ResponseModel> {
    Pages(first: page(of: spec, at: nil, PageTrail()))
  }

  /// Returns the pages of a list whose models identify the next page.
  ///
  /// ```swift
  /// let pages = client.pages(of: ListUsers(cursor: nil)) { users in users.cursor.map { ListUsers(cursor: $0) } }
  /// ```
  ///
  /// - Parameters:
  ///   - spec: The call for the first page.
  ///   - next: Returns the call for the page that follows a page; `nil` after the last.
  public func pages<S: ConnectionSpec>(
    of spec: S,
    next: @escaping @Sendable (S.ResponseModel) -> S?
  ) -> Pages<S.ResponseModel> {
    Pages(first: page(of: spec, next: next))
  }

  private func page<S: ConnectionSpec>(
    of spec: S,
    next: @escaping @Sendable (S.ResponseModel) -> S?
  ) -> PageCall<S.ResponseModel> {
    PageCall { () async throws(ConnectionError) in
      let model = try await connection(spec).start().outcome.get()
      return (model, next(model).map { page(of: $0, next: next) })
    }
  }

  private func page<S: ConnectionSpec>(of spec: S, at url: URL?, _ trail: PageTrail) -> PageCall<S.ResponseModel> {
    PageCall { () async throws(ConnectionError) in
      let request: any RequestSpec = url.map { PageRequestSpec(base: spec, page: $0) } ?? spec
      let connection = connection(requestSpec: request, responseSpec: PageResponseSpec(base: spec))
      let page = try await connection.start().outcome.get()
      guard let link = page.response.link("next") else { return (page.model, nil) }
      var trail = trail
      guard let reason = page.refusal(of: link, on: &trail) else {
        return (page.model, self.page(of: spec, at: link, trail))
      }
      let error = ConnectionError(
        .invalidResponse,
        nativeError: InvalidPageLink(url: link, reason: reason),
        request: page.response.request,
        response: page.response
      )
      return (page.model, PageCall { () async throws(ConnectionError) in throw error })
    }
  }
}
