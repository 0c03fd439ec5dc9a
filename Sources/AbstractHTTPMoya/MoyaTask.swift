public import Foundation

extension RequestTask {
  /// A multipart form of these parts as the body.
  public static func uploadMultipart(_ parts: [MultipartFormData]) -> RequestTask {
    .uploadMultipartFormData(RequestMultipartFormData(parts))
  }

  /// A multipart form of these parts as the body, and parameters in the query.
  public static func uploadCompositeMultipart(
    _ parts: [MultipartFormData],
    urlParameters: [String: Any]
  ) -> RequestTask {
    .uploadCompositeMultipartFormData(RequestMultipartFormData(parts), urlParameters: sendable(urlParameters))
  }

  /// Parameters of a dictionary whose values have any type.
  @_disfavoredOverload
  public static func requestParameters(
    parameters: [String: Any],
    encoding: any ParameterEncoding
  ) -> RequestTask {
    .requestParameters(parameters: sendable(parameters), encoding: encoding)
  }

  /// Data as the body, and parameters of a dictionary whose values have any type in the query.
  @_disfavoredOverload
  public static func requestCompositeData(bodyData: Data, urlParameters: [String: Any]) -> RequestTask {
    .requestCompositeData(bodyData: bodyData, urlParameters: sendable(urlParameters))
  }

  /// Parameters of dictionaries whose values have any type, in the body and in the query.
  @_disfavoredOverload
  public static func requestCompositeParameters(
    bodyParameters: [String: Any],
    bodyEncoding: any ParameterEncoding,
    urlParameters: [String: Any]
  ) -> RequestTask {
    .requestCompositeParameters(
      bodyParameters: sendable(bodyParameters),
      bodyEncoding: bodyEncoding,
      urlParameters: sendable(urlParameters)
    )
  }

  /// Parameters of a dictionary whose values have any type; the response goes to a file.
  @_disfavoredOverload
  public static func downloadParameters(
    parameters: [String: Any],
    encoding: any ParameterEncoding,
    destination: DownloadDestination
  ) -> RequestTask {
    .downloadParameters(parameters: sendable(parameters), encoding: encoding, destination: destination)
  }

  private static func sendable(_ parameters: [String: Any]) -> [String: any Sendable] {
    parameters.mapValues { sendable($0) ?? "\($0)" }
  }

  // NB: `Sendable` has no representation, so that the cast always succeeds, and can't be written without a generic type. The
  // values are numbers, texts, lists and dictionaries of them, or the encoding refuses them.
  private static func sendable<Sent>(_ value: Any, as type: Sent.Type = (any Sendable).self) -> Sent? { value as? Sent }
}

extension AbstractHTTP.MultipartFormData.Part {
  /// Where the bytes of a part are.
  public enum FormDataProvider: Sendable {
    /// In memory.
    case data(Data)
    /// In a file.
    case file(URL)
    /// What a stream gives, which is so long.
    case stream(BodyStream)
  }

  /// Creates a part. A file without a name has its own, and what has a name has the type of the name's extension, unless a
  /// type is given.
  public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
    switch provider {
    case .data(let data): self = .data(data, name: name, fileName: fileName, mimeType: mimeType)
    case .file(let file): self = .file(file, name: name, fileName: fileName, mimeType: mimeType)
    case .stream(let stream): self = .stream(stream, name: name, fileName: fileName, mimeType: mimeType)
    }
  }
}
