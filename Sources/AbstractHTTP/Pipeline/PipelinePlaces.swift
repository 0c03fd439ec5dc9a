/// A list of typed stages that can be changed by key paths: what ``ConnectionPipeline`` and ``ExchangePipeline`` have in common.
///
/// A stage of a wrong type, or the removal of a stage whose output differs from its input, doesn't compile.
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
  public mutating func insert<Input, Value>(
    _ stage: Stage<Value, Value>,
    after place: WritableKeyPath<Self, Stage<Input, Value>>
  ) {
    self[keyPath: place] = self[keyPath: place].then(stage)
  }

  /// Inserts a stage before another.
  public mutating func insert<Value, Output>(
    _ stage: Stage<Value, Value>,
    before place: WritableKeyPath<Self, Stage<Value, Output>>
  ) {
    self[keyPath: place] = stage.then(self[keyPath: place])
  }

  /// Inserts a stage after an event; of several, the last inserted runs last.
  public mutating func insert<Value>(
    _ stage: Stage<Value, Value>,
    after place: WritableKeyPath<Self, EventPlace<Value>>
  ) {
    self[keyPath: place].after = self[keyPath: place].after.then(stage)
  }

  /// Inserts a stage before an event; of several, the last inserted runs first.
  public mutating func insert<Value>(
    _ stage: Stage<Value, Value>,
    before place: WritableKeyPath<Self, EventPlace<Value>>
  ) {
    self[keyPath: place].before = stage.then(self[keyPath: place].before)
  }

  /// Inserts a stage before the delivery; of several, the last inserted runs first.
  public mutating func insert<Value>(
    _ stage: Stage<Value, Value>,
    before place: WritableKeyPath<Self, DeliveryPlace<Value>>
  ) {
    self[keyPath: place].before = stage.then(self[keyPath: place].before)
  }

  /// Puts another stage in the place of one.
  public mutating func replace<Input, Output>(
    _ place: WritableKeyPath<Self, Stage<Input, Output>>,
    with stage: Stage<Input, Output>
  ) {
    self[keyPath: place] = stage
  }

  /// Removes a stage whose output has the type of its input.
  public mutating func remove<Value>(_ place: WritableKeyPath<Self, Stage<Value, Value>>) {
    self[keyPath: place] = .identity
  }
}

/// The place of an event in a pipeline. Listeners are always called; stages can be inserted before and after.
public struct EventPlace<Value: Sendable>: Sendable {
  /// The name of the event, as the printed pipeline has it.
  public let name: String

  var before = Stage<Value, Value>.identity
  var after = Stage<Value, Value>.identity

  init(_ name: String) { self.name = name }

  var outline: PipelineDescription { before.outline.followed(by: .stage(name)).followed(by: after.outline) }
}

/// The place of the delivery in a pipeline, which always comes last; stages can be inserted before.
public struct DeliveryPlace<Value: Sendable>: Sendable {
  /// The name of the delivery, as the printed pipeline has it: `deliver(main)`.
  public let name: String

  var before = Stage<Value, Value>.identity

  init(_ name: String) { self.name = name }

  var outline: PipelineDescription { before.outline.followed(by: .stage(name)) }
}
