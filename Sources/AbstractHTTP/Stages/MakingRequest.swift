extension Stage where Input == Void, Output == Request {
  /// Makes the request of a spec, anew each time.
  ///
  /// Fails with `.invalidURL` or `.invalidRequest`.
  public static func makingRequest(
    from spec: any RequestSpec,
    urlEncoder: any URLEncoder = DefaultURLEncoder()
  ) -> Self {
    Self(outline: .stage("makeRequest")) { _ throws(ConnectionError) in
      .finished(try spec.request(urlEncoder: urlEncoder))
    }
  }
}
