/// A list of typed stages that you change by key paths. ``ConnectionPipeline`` and ``ExchangePipeline`` conform to it.
///
/// Inserting a stage with the wrong type, or removing one whose output type differs from its input type, doesn't
/// compile.
///
/// ```swift
/// connection.transform { pipeline in
///   pipeline.insert(unwrapping, after: \.validate)
///   pipeline.replace(\.parse, with: .parsing { try $0.json().user.build(User.self) })
///   pipeline.remove(\.validate)
/// }
/// ```
public protocol PipelinePlaces: Sendable {}

extension PipelinePlaces {
  /// Inserts a stage after another.
  ///
  /// - Parameters:
  ///   - stage: The stage to insert.
  ///   - place: The key path of the stage before it.
  public mutating func insert<Input, Value>(
    _ stage: Stage<Value, Value>,
    after place: WritableKeyPath<Self, Stage<Input, Value>>
  ) {
    self[keyPath: place] = self[keyPath: place].then(stage)
  }

  /// Inserts a stage before another.
  ///
  /// - Parameters:
  ///   - stage: The stage to insert.
  ///   - place: The key path of the stage after it.
  public mutating func insert<Value, Output>(
    _ stage: Stage<Value, Value>,
    before place: WritableKeyPath<Self, Stage<Value, Output>>
  ) {
    self[keyPath: place] = stage.then(self[keyPath: place])
  }

  /// Inserts a stage after an event. If you insert several, the last one runs last.
  ///
  /// - Parameters:
  ///   - stage: The stage to insert.
  ///   - place: The key path of the event before it.
  public mutating func insert<Value>(
    _ stage: Stage<Value, Value>,
    after place: WritableKeyPath<Self, EventPlace<Value>>
  ) {
    self[keyPath: place].after = self[keyPath: place].after.then(stage)
  }

  /// Inserts a stage before an event. If you insert several, the last one runs first.
  ///
  /// - Parameters:
  ///   - stage: The stage to insert.
  ///   - place: The key path of the event after it.
  public mutating func insert<Value>(
    _ stage: Stage<Value, Value>,
    before place: WritableKeyPath<Self, EventPlace<Value>>
  ) {
    self[keyPath: place].before = stage.then(self[keyPath: place].before)
  }

  /// Inserts a stage before the delivery. If you insert several, the last one runs first.
  ///
  /// - Parameters:
  ///   - stage: The stage to insert.
  ///   - place: The key path of the delivery.
  public mutating func insert<Value>(
    _ stage: Stage<Value, Value>,
    before place: WritableKeyPath<Self, DeliveryPlace<Value>>
  ) {
    self[keyPath: place].before = stage.then(self[keyPath: place].before)
  }

  /// Replaces a stage with another one.
  ///
  /// - Parameters:
  ///   - place: The key path of the stage to replace.
  ///   - stage: The new stage.
  public mutating func replace<Input, Output>(
    _ place: WritableKeyPath<Self, Stage<Input, Output>>,
    with stage: Stage<Input, Output>
  ) {
    self[keyPath: place] = stage
  }

  /// Removes a stage whose output has the type of its input.
  ///
  /// - Parameter place: The key path of the stage to remove.
  public mutating func remove<Value>(_ place: WritableKeyPath<Self, Stage<Value, Value>>) {
    self[keyPath: place] = .identity
  }
}

/// The place of an event in a pipeline. Listeners are always called. You can insert stages before and after it.
public struct EventPlace<Value: Sendable>: Sendable {
  /// The name of the event in the printed pipeline.
  public let name: String

  var before = Stage<Value, Value>.identity
  var after = Stage<Value, Value>.identity

  init(_ name: String) { self.name = name }

  var outline: PipelineDescription { before.outline.followed(by: .stage(name)).followed(by: after.outline) }
}

/// The place of the delivery in a pipeline, which always comes last. You can insert stages before it.
public struct DeliveryPlace<Value: Sendable>: Sendable {
  /// The name of the delivery in the printed pipeline, such as `deliver(main)`.
  public let name: String

  var before = Stage<Value, Value>.identity

  init(_ name: String) { self.name = name }

  var outline: PipelineDescription { before.outline.followed(by: .stage(name)) }
}
