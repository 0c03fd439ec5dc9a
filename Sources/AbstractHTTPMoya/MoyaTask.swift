public import Foundation

extension RequestTask {
  /// Sends a multipart form with these parts as the body.
  public static func uploadMultipart(_ parts: [MultipartFormData]) -> RequestTask {
    .uploadMultipartFormData(RequestMultipartFormData(parts))
  }

  /// Sends a multipart form with these parts as the body, and parameters in the query.
  public static func uploadCompositeMultipart(
    _ parts: [MultipartFormData],
    urlParameters: [String: Any]
  ) -> RequestTask {
    .uploadCompositeMultipartFormData(RequestMultipartFormData(parts), urlParameters: sendable(urlParameters))
  }

  /// Sends the parameters in a dictionary with values of any type.
  @_disfavoredOverload
  public static func requestParameters(
    parameters: [String: Any],
    encoding: any ParameterEncoding
  ) -> RequestTask {
    .requestParameters(parameters: sendable(parameters), encoding: encoding)
  }

  /// Sends data as the body, and the parameters in a dictionary with values of any type in the query.
  @_disfavoredOverload
  public static func requestCompositeData(bodyData: Data, urlParameters: [String: Any]) -> RequestTask {
    .requestCompositeData(bodyData: bodyData, urlParameters: sendable(urlParameters))
  }

  /// Sends the parameters in dictionaries with values of any type, in the body and in the query.
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

  /// Sends the parameters in a dictionary with values of any type, and writes the response to a file.
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

  // NB: `Sendable` has no runtime representation, so the cast always succeeds, and requires a generic type. The values
  // are numbers, texts, lists, and dictionaries of them; the encoding rejects any others.
  private static func sendable<Sent>(_ value: Any, as type: Sent.Type = (any Sendable).self) -> Sent? { value as? Sent }
}

extension AbstractHTTP.MultipartFormData.Part {
  /// The source of a part's bytes.
  public enum FormDataProvider: Sendable {
    /// Data in memory.
    case data(Data)
    /// A file.
    case file(URL)
    /// A stream with its length.
    case stream(BodyStream)
  }

  /// Creates a part. A file without a name uses its own, and the type defaults to that of the name's extension.
  public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
    switch provider {
    case .data(let data): self = .data(data, name: name, fileName: fileName, mimeType: mimeType)
    case .file(let file): self = .file(file, name: name, fileName: fileName, mimeType: mimeType)
    case .stream(let stream): self = .stream(stream, name: name, fileName: fileName, mimeType: mimeType)
    }
  }
}
