extension Response {
  /// Returns the response if its status is in a range.
  ///
  /// ```swift
  /// let user = try response.filter(statusCodes: 200..<300).decoded(as: User.self)
  /// ```
  ///
  /// - Parameter statusCodes: The range of accepted statuses.
  /// - Throws: ``Rejection``, which names the status.
  @discardableResult
  public func filter(statusCodes: some RangeExpression<Int>) throws(Rejection) -> Response {
    guard statusCodes.contains(statusCode) else { throw Rejection(by: "filter", because: "status \(statusCode)") }
    return self
  }

  /// Returns the response if it has a specific status.
  ///
  /// - Throws: ``Rejection``, which names the status.
  @discardableResult
  public func filter(statusCode: Int) throws(Rejection) -> Response { try filter(statusCodes: statusCode...statusCode) }

  /// Returns the response if its status is 200 to 299.
  ///
  /// - Throws: ``Rejection``, which names the status.
  @discardableResult
  public func filterSuccessfulStatusCodes() throws(Rejection) -> Response { try filter(statusCodes: 200..<300) }

  /// Returns the response if its status is 200 to 399.
  ///
  /// - Throws: ``Rejection``, which names the status.
  @discardableResult
  public func filterSuccessfulStatusAndRedirectCodes() throws(Rejection) -> Response {
    try filter(statusCodes: 200..<400)
  }
}
