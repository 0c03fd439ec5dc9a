/// The stages of a connection, in order. Read, print, draw, or change them.
///
/// ```swift
/// let connection = Connection(GetUser()).transform { pipeline in
///   pipeline.insert(unwrapping, after: \.validate)       // a Stage<Response, Response>
/// }
/// print(connection.pipeline)
/// // makeRequest → onStart → send → onReceived → validate → unwrap → parse → onReceivedModel → deliver(main)
/// ```
///
/// The listeners' events, including their right to reject, and the delivery always take place. You can replace the
/// stages between them, and insert custom stages anywhere. If a stage throws, the connection fails with the error type
/// that the stage was created with, and calls the error event of that type.
public struct ConnectionPipeline<Model: Sendable>: PipelinePlaces {
  /// The stages up to the validation.
  var exchanging: ExchangePipeline

  /// Creates the model from the response.
  public var parse: Stage<Response, Model>

  /// The event ``ConnectionResponseListener/onReceivedModel(connection:responseModel:)``, in which listeners may reject
  /// the model.
  public var onReceivedModel = EventPlace<Model>("onReceivedModel")

  /// The delivery: the success closure, the promise, and the last events.
  public var deliver: DeliveryPlace<Model>

  /// Creates the request from the spec. Skipped by ``Connection/repeatRequest()``.
  public var makeRequest: Stage<Void, Request> {
    get { exchanging.makeRequest }
    set { exchanging.makeRequest = newValue }
  }

  /// The event ``ConnectionListener/onStart(connection:request:)``.
  public var onStart: EventPlace<Request> {
    get { exchanging.onStart }
    set { exchanging.onStart = newValue }
  }

  /// Sends the request through the connector, wrapped in the connection's middleware.
  public var exchange: Stage<Request, Response> {
    get { exchanging.exchange }
    set { exchanging.exchange = newValue }
  }

  /// The event ``ConnectionResponseListener/onReceived(connection:response:)``, in which listeners may reject the
  /// response.
  public var onReceived: EventPlace<Response> {
    get { exchanging.onReceived }
    set { exchanging.onReceived = newValue }
  }

  /// Validates the response with the spec.
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

  /// The stages as a Mermaid flowchart, with each middleware as a box around the stages that it wraps.
  public var mermaid: String { outline.mermaid }
}

/// The stages of a connection up to its validation, which are independent of the model's type.
///
/// ```swift
/// ConnectionConfig.shared.transform = { $0.insert(unwrapping, after: \.validate) }
/// ```
public struct ExchangePipeline: PipelinePlaces {
  /// Creates the request from the spec. Skipped by ``Connection/repeatRequest()``.
  public var makeRequest: Stage<Void, Request>

  /// The event ``ConnectionListener/onStart(connection:request:)``.
  public var onStart = EventPlace<Request>("onStart")

  /// Sends the request through the connector, wrapped in the connection's middleware.
  public var exchange: Stage<Request, Response>

  /// The event ``ConnectionResponseListener/onReceived(connection:response:)``, in which listeners may reject the
  /// response.
  public var onReceived = EventPlace<Response>("onReceived")

  /// Validates the response with the spec.
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
