// error: requirement '_aSpecIsAStructOrAFinalClass' cannot be satisfied by a non-final class ('Base')
import AbstractHTTP

class Base: RequestSpec, @unchecked Sendable {
  var url: String { "https://example.com" }
}

final class Sub: Base, @unchecked Sendable {
  var httpMethod: HTTPMethod { .post }
}
