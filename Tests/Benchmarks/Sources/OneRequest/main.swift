import AbstractHTTP
import Foundation

// A program that makes one request, for its size.
print(try await HTTP(CommandLine.arguments.last ?? "").callbackInMainThread(false).fetchData().value.count)
