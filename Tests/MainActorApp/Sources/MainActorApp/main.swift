import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// Reports what is wrong, and ends the program.
func demand(_ isRight: Bool, _ what: String) {
  print(isRight ? "right:" : "wrong:", what)
  if !isRight { exit(1) }
}

/// Waits until a function has called its closure.
func waiting(for work: (@escaping @MainActor @Sendable () -> Void) -> Void) async {
  await withCheckedContinuation { continuation in work { continuation.resume() } }
}

let screen = UserScreen(Client(baseURL: Server.url.absoluteString))

try await screen.load()
demand(screen.name == "Ada" && !screen.isLoading, "a spec is sent")

await screen.rename(to: "Bob")
demand(screen.message == "Bob is taken", "an error of the app's own is caught")

await waiting(for: screen.loadText)
demand(screen.message.contains("Ada"), "a closure of HTTP changes the screen")

await waiting(for: screen.loadTarget)
demand(screen.message == "200", "a closure of a provider changes the screen")

screen.name = ""
await waiting(for: screen.loadWithConnection)
demand(screen.name == "Ada", "closures of a connection change the screen")
