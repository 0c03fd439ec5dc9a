/// The stages of a connection, in order: a value to be read, printed, drawn, and changed.
///
/// ```swift
/// let connection = Connection(GetUser()).transform { pipeline in
///   pipeline.insert(unwrapping, after: \.validate)       // a Stage<Response, Response>
/// }
/// print(connection.pipeline)
/// // makeRequest → onStart → send → onReceived → validate → unwrap → parse → onReceivedModel → deliver(main)
/// ```
///
/// The listeners' events, their vetoes and the delivery always take place; the stages between them can be replaced, and
/// stages of your own inserted anywhere. A stage that throws fails the connection with the type that it was created with,
/// and the error event of that type.
public struct ConnectionPipeline<Model: Sendable>: PipelinePlaces {
  /// The stages up to the validation.
  var exchanging: ExchangePipeline

  /// Creates the model from the response.
  public var parse: Stage<Response, Model>

  /// ``ConnectionResponseListener/onReceivedModel(connection:responseModel:)``, where listeners may veto.
  public var onReceivedModel = EventPlace<Model>("onReceivedModel")

  /// The success closure, the promise, and the last events.
  public var deliver: DeliveryPlace<Model>

  /// Creates the request from the spec. Not run by ``Connection/repeatRequest()``.
  public var makeRequest: Stage<Void, Request> {
    get { exchanging.makeRequest }
    set { exchanging.makeRequest = newValue }
  }

  /// ``ConnectionListener/onStart(connection:request:)``.
  public var onStart: EventPlace<Request> {
    get { exchanging.onStart }
    set { exchanging.onStart = newValue }
  }

  /// Sends the request: the connector, wrapped in the connection's middleware.
  public var exchange: Stage<Request, Response> {
    get { exchanging.exchange }
    set { exchanging.exchange = newValue }
  }

  /// ``ConnectionResponseListener/onReceived(connection:response:)``, where listeners may veto.
  public var onReceived: EventPlace<Response> {
    get { exchanging.onReceived }
    set { exchanging.onReceived = newValue }
  }

  /// Checks the response by the spec.
  public var validate: Stage<Response, Response> {
    get { exchanging.validate }
    set { exchanging.validate = newValue }
  }
}

extension ConnectionPipeline: CustomStringConvertible {
  var outline: PipelineDescription {
    [parse.outline, onReceivedModel.outline, deliver.outline].reduce(exchanging.outline) { $0.followed(by: $1) }
  }

  /// The names of the stages in their order.
  public var description: String { outline.description }

  /// The same as a Mermaid flowchart, a middleware as a box around what it wraps.
  public var mermaid: String { outline.mermaid }
}

/// The stages of any connection up to its validation, which know nothing of the model's type.
///
/// ```swift
/// ConnectionConfig.shared.transform = { $0.insert(unwrapping, after: \.validate) }
/// ```
public struct ExchangePipeline: PipelinePlaces {
  /// Creates the request from the spec. Not run by ``Connection/repeatRequest()``.
  public var makeRequest: Stage<Void, Request>

  /// ``ConnectionListener/onStart(connection:request:)``.
  public var onStart = EventPlace<Request>("onStart")

  /// Sends the request: the connector, wrapped in the connection's middleware.
  public var exchange: Stage<Request, Response>

  /// ``ConnectionResponseListener/onReceived(connection:response:)``, where listeners may veto.
  public var onReceived = EventPlace<Response>("onReceived")

  /// Checks the response by the spec.
  public var validate: Stage<Response, Response>
}

extension ExchangePipeline: CustomStringConvertible {
  var outline: PipelineDescription {
    [onStart.outline, exchange.outline, onReceived.outline, validate.outline].reduce(makeRequest.outline) {
      $0.followed(by: $1)
    }
  }

  /// The names of the stages in their order.
  public var description: String { outline.description }
}
