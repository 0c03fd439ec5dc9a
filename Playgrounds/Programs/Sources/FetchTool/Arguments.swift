import Foundation

/// The arguments of the tool.
struct Arguments: Equatable {
  static let usage = """
    usage: fetch [--output DIRECTORY] [--retries COUNT] [--timeout SECONDS] [--trace] URL...

    Downloads files. A download that breaks off resumes when it is started again.

      --output DIRECTORY   the folder for the files; the current one by default
      --retries COUNT      how often to retry a download; 3 by default
      --timeout SECONDS    how long to wait while no byte arrives; 30 by default
      --trace              draws each download as a waterfall

    """

  /// A sentence about an argument that can't be used.
  struct Invalid: Error, Equatable {
    let reason: String
  }

  var isHelp = false
  var isTraced = false
  var output = "."
  var retries = 3
  var timeout = 30.0
  var urls: [String] = []

  init(_ arguments: [String]) throws(Invalid) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help": isHelp = true
      case "--trace": isTraced = true
      case "--output": output = try Self.value(of: argument, in: &rest, as: "a folder") { $0 }
      case "--retries":
        retries = try Self.value(of: argument, in: &rest, as: "a whole number") { UInt8($0).map(Int.init) }
      case "--timeout": timeout = try Self.value(of: argument, in: &rest, as: "a number of seconds") { Double($0) }
      case _ where argument.hasPrefix("-"): throw Invalid(reason: "unknown option \(argument)")
      default: urls.append(argument)
      }
    }
    if urls.isEmpty && !isHelp { throw Invalid(reason: "no URL") }
  }

  private static func value<Value>(
    of option: String,
    in rest: inout ArraySlice<String>,
    as kind: String,
    _ parse: (String) -> Value?
  ) throws(Invalid) -> Value {
    guard let value = rest.popFirst().flatMap(parse) else { throw Invalid(reason: "\(option) needs \(kind)") }
    return value
  }
}
