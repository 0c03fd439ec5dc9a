extension ResponseSpec where ResponseModel == JSON {
  /// Reads the body as JSON of any shape.
  public func parseResponse(response: Response) throws -> JSON { try response.json() }
}

extension ResponseSpec where ResponseModel: JSONModel {
  /// Builds the model of the body's JSON.
  public func parseResponse(response: Response) throws -> ResponseModel { try response.model() }
}

extension ResponseSpec where ResponseModel: JSONModel & Decodable {
  /// Builds the model of the body's JSON, by ``JSONModel/build(json:)``.
  public func parseResponse(response: Response) throws -> ResponseModel { try response.model() }
}
