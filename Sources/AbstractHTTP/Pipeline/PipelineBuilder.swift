/// Joins the stages that are written one below the other.
///
/// A line cannot begin with a dot: Swift would read it as a member of the line before. Each line is typed by itself: a closure
/// that does not say what it takes is given the type, `{ (response: Response) in … }`.
@resultBuilder
public enum PipelineBuilder {
  /// Takes a stage.
  public static func buildExpression<Input, Output>(_ stage: Stage<Input, Output>) -> Stage<Input, Output> { stage }

  /// Takes a whole pipeline.
  public static func buildExpression<Input, Output>(_ pipeline: Pipeline<Input, Output>) -> Stage<Input, Output> {
    pipeline.stage
  }

  /// Begins with the first stage.
  public static func buildPartialBlock<Input, Output>(first: Stage<Input, Output>) -> Stage<Input, Output> { first }

  /// Joins the next stage to those before.
  public static func buildPartialBlock<Input, Middle, Output>(
    accumulated: Stage<Input, Middle>,
    next: Stage<Middle, Output>
  ) -> Stage<Input, Output> {
    accumulated.then(next)
  }

  /// An `if` without `else`: nothing happens where it does not hold.
  public static func buildOptional<Value>(_ stage: Stage<Value, Value>?) -> Stage<Value, Value> {
    stage ?? .identity
  }

  /// The `if` branch.
  public static func buildEither<Input, Output>(first: Stage<Input, Output>) -> Stage<Input, Output> { first }

  /// The `else` branch.
  public static func buildEither<Input, Output>(second: Stage<Input, Output>) -> Stage<Input, Output> { second }
}
