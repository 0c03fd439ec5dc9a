import AsyncHTTPClient
import Foundation
import NIOCore

// The same by async-http-client.
let response = try await HTTPClient.shared.get(url: CommandLine.arguments.last ?? "").get()
print(response.body?.readableBytes ?? 0)
