public import Foundation

/// Logs what a provider sends and receives, with a custom format for each part.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [
///   NetworkLoggerPlugin(configuration: .init(
///     formatter: .init(entry: { name, text, target in "[\(name)] \(text)" }),
///     output: { target, entries in entries.forEach { logger.debug("\($0)") } },
///     logOptions: .verbose
///   ))
/// ])
/// ```
///
/// It logs a call once, before middleware such as retries and credentials.
/// ``Middleware/log(_:at:masking:bodyLimit:clock:write:)`` logs each attempt. Secrets are masked in addresses and
/// headers, and in bodies unless a custom formatter writes them.
public struct NetworkLoggerPlugin: PluginType {
  /// The parts to log, and their formats.
  public var configuration: Configuration

  /// Creates a plugin.
  public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

  /// Logs the request.
  public func willSend(_ request: Request, target: any TargetType) {
    log(entries(of: request), target)
  }

  /// Logs the response or the error.
  public func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType) {
    switch result {
    case .success(let response): log(entries(of: response), target)
    case .failure(let error): log([("Error", "\(error)")], target)
    }
  }

  private func log(_ entries: [(name: String, text: String)], _ target: any TargetType) {
    configuration.output(target, entries.map { configuration.formatter.entry($0.name, $0.text, target) })
  }

  private func entries(of request: Request) -> [(name: String, text: String)] {
    let options = configuration.logOptions
    guard !options.contains(.formatRequestAscURL) else { return [("Request", request.curl())] }
    var entries = [("Request", Redaction.text(of: request.url))]
    if options.contains(.requestHeaders) { entries.append(("Request Headers", "\(request.headers)")) }
    if options.contains(.requestMethod) { entries.append(("HTTP Request Method", request.httpMethod.rawValue)) }
    if options.contains(.requestBody), case .data(let data)? = request.body?.content {
      let type = request.headers["Content-Type"] ?? request.body?.contentType
      entries.append(("Request Body", text(of: data, type, configuration.formatter.requestData)))
    }
    return entries
  }

  private func entries(of response: Response) -> [(name: String, text: String)] {
    let isSuccess = 200..<400 ~= response.statusCode
    let option: Configuration.LogOptions = isSuccess ? .successResponseBody : .errorResponseBody
    let head = ("Response", "\(response) \(response.request?.description ?? "")")
    guard configuration.logOptions.contains(option), !response.data.isEmpty else { return [head] }
    let format = configuration.formatter.responseData
    return [head, ("Response Body", text(of: response.data, response.headers["Content-Type"], format))]
  }

  private func text(of data: Data, _ type: String?, _ format: Configuration.Formatter.DataFormatterType?) -> String {
    format?(data) ?? Redaction.text(of: data, type: type, limit: 65_536)
  }
}

extension NetworkLoggerPlugin {
  /// The parts to log, and their formats.
  public struct Configuration: Sendable {
    /// Writes the entries of one request or response.
    public typealias OutputType = @Sendable (_ target: any TargetType, _ entries: [String]) -> Void

    /// The format of the entries.
    public var formatter: Formatter
    /// Writes the entries. By default, prints them.
    public var output: OutputType
    /// The parts to log.
    public var logOptions: LogOptions

    /// Creates a configuration. All parameters have defaults.
    ///
    /// - Parameters:
    ///   - formatter: The format of the entries.
    ///   - output: Writes the entries. By default, prints them.
    ///   - logOptions: The parts to log. Defaults to the method and the headers.
    public init(
      formatter: Formatter = Formatter(),
      output: @escaping OutputType = { _, entries in print(entries.joined(separator: "\n")) },
      logOptions: LogOptions = .default
    ) {
      self.formatter = formatter
      self.output = output
      self.logOptions = logOptions
    }
  }
}

extension NetworkLoggerPlugin.Configuration {
  /// The formats of entries and bodies.
  public struct Formatter: Sendable {
    /// Formats a body.
    public typealias DataFormatterType = @Sendable (_ data: Data) -> String
    /// Formats an entry.
    public typealias EntryFormatterType = @Sendable (_ name: String, _ text: String, _ target: any TargetType) -> String

    /// Formats an entry. By default, as `Request: https://api.github.com/zen`.
    public var entry: EntryFormatterType
    /// Formats the body of a request. Defaults to `nil`, which shows its text without secrets.
    public var requestData: DataFormatterType?
    /// Formats the body of a response. Defaults to `nil`, which shows its text without secrets.
    public var responseData: DataFormatterType?

    /// Creates formats. All parameters have defaults.
    public init(
      entry: @escaping EntryFormatterType = { name, text, _ in "\(name): \(text)" },
      requestData: DataFormatterType? = nil,
      responseData: DataFormatterType? = nil
    ) {
      self.entry = entry
      self.requestData = requestData
      self.responseData = responseData
    }
  }

  /// The parts of requests and responses.
  public struct LogOptions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates options from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The method of a request.
    public static let requestMethod = LogOptions(rawValue: 1)
    /// The body of a request, if it's in memory.
    public static let requestBody = LogOptions(rawValue: 2)
    /// The headers of a request.
    public static let requestHeaders = LogOptions(rawValue: 4)
    /// The request as a curl command, in place of the other entries: see ``Request/curl(showingSecrets:)``.
    public static let formatRequestAscURL = LogOptions(rawValue: 8)
    /// The body of a response with status 200 to 399, if it's in memory.
    public static let successResponseBody = LogOptions(rawValue: 16)
    /// The body of a response with any other status, if it's in memory.
    public static let errorResponseBody = LogOptions(rawValue: 32)

    /// The method and the headers.
    public static let `default`: LogOptions = [requestMethod, requestHeaders]
    /// Everything except the curl command.
    public static let verbose: LogOptions = [
      requestMethod, requestHeaders, requestBody, successResponseBody, errorResponseBody,
    ]
  }
}
