extension Stage where Input == Void, Output == Request {
  /// Creates the request of a spec, each time it is run.
  ///
  /// Fails with `.invalidURL` or `.invalidRequest`.
  ///
  /// - Parameters:
  ///   - spec: Describes the request.
  ///   - urlEncoder: The encoder of the query. Defaults to a ``DefaultURLEncoder``.
  public static func makingRequest(
    from spec: any RequestSpec,
    urlEncoder: any URLEncoder = DefaultURLEncoder()
  ) -> Self {
    Self(outline: .stage("makeRequest")) { _ throws(ConnectionError) in
      .finished(try spec.request(urlEncoder: urlEncoder))
    }
  }
}
