/// Joins stages that are written one below the other.
///
/// A line can't begin with a dot, because Swift would read it as a member of the previous line. Each line is
/// type-checked separately. If a closure doesn't declare its parameter, give it the type: `{ (response: Response) in …
/// }`.
@resultBuilder
public enum PipelineBuilder {
  /// Accepts a stage.
  public static func buildExpression<Input, Output>(_ stage: Stage<Input, Output>) -> Stage<Input, Output> { stage }

  /// Accepts a whole pipeline.
  public static func buildExpression<Input, Output>(_ pipeline: Pipeline<Input, Output>) -> Stage<Input, Output> {
    pipeline.stage
  }

  /// Starts with the first stage.
  public static func buildPartialBlock<Input, Output>(first: Stage<Input, Output>) -> Stage<Input, Output> { first }

  /// Joins the next stage to the previous ones.
  public static func buildPartialBlock<Input, Middle, Output>(
    accumulated: Stage<Input, Middle>,
    next: Stage<Middle, Output>
  ) -> Stage<Input, Output> {
    accumulated.then(next)
  }

  /// An `if` without `else`: if the condition is false, the value passes through unchanged.
  public static func buildOptional<Value>(_ stage: Stage<Value, Value>?) -> Stage<Value, Value> {
    stage ?? .identity
  }

  /// The `if` branch.
  public static func buildEither<Input, Output>(first: Stage<Input, Output>) -> Stage<Input, Output> { first }

  /// The `else` branch.
  public static func buildEither<Input, Output>(second: Stage<Input, Output>) -> Stage<Input, Output> { second }
}
