import AbstractHTTP

// One request and its end: what a small program costs that has this library in it.
_ = try await HTTP(CommandLine.arguments[1]).callbackInMainThread(false).asData().value
