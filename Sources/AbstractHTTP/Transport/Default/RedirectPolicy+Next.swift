import Foundation

extension RedirectPolicy {
  /// Returns the request that a redirect leads to. A custom connector that follows redirects itself uses it.
  ///
  /// ```swift
  /// func response(to request: Request) async throws -> Response {
  ///   let policy = request.options[RedirectPolicy.self] ?? .follow
  ///   var (sent, redirects) = (request, 0)
  ///   while true {
  ///     let response = try await exchange(sent)
  ///     guard let next = try await policy.next(after: response, to: sent, redirects: redirects) else { return response }
  ///     (sent, redirects) = (next, redirects + 1)
  ///   }
  /// }
  /// ```
  ///
  /// The method, the body, and the headers change by the same rules as in ``DefaultHTTPConnector``: see
  /// ``DefaultHTTPConnector/isRedirectEnabled``. In particular, no credential is sent to another origin. A user and a
  /// password in the URL become the header `Authorization`. A policy may decide on a request with other options. The
  /// connector must refuse options that it doesn't support.
  ///
  /// - Parameters:
  ///   - response: The response, which may have any status.
  ///   - request: The request that it answers.
  ///   - redirects: The number of redirects that were followed before.
  ///   - crossOriginHeaders: The names of additional headers that may be sent to another origin. Defaults to none.
  /// - Returns: The next request; `nil` if the response isn't a redirect, or isn't to be followed.
  /// - Throws: A `URLError` for too many redirects, another scheme, and a body that can't be sent again. The error that
  ///   the policy decides on. ``TransferRefusal`` for a negative limit.
  public func next(
    after response: Response,
    to request: Request,
    redirects: Int,
    crossOriginHeaders: [String] = []
  ) async throws -> Request? {
    try check()
    guard [301, 302, 303, 307, 308].contains(response.statusCode) else { return nil }
    var settings = TransferSettings()
    (settings.acceptLanguage, settings.crossOriginHeaders) = (nil, crossOriginHeaders)
    // NB: in place of the body, because only whether it is empty counts, and opening it may have side effects.
    let body = request.body.map { BodySource.data(Data(count: $0.length == 0 ? 0 : 1)) }
    let head = WireResponse(statusCode: response.statusCode, headers: response.headers, data: Data())
    let redirected = try WireRequest(request, settings, body: body).redirected(by: head, after: redirects, self)
    guard let next = redirected?.request(for: request) else { return nil }
    return try await decided(on: next, after: response, to: request)
  }

  private func decided(on next: Request, after response: Response, to request: Request) async throws -> Request? {
    guard let decide else { return next }
    switch try await decide(response, next) {
    case .follow: return next
    case .stop: return nil
    case .send(var other):
      other.delivery = request.delivery
      other.options.add(request.options)
      try other.validate()
      return other
    case .fail(let error): throw error
    }
  }
}
