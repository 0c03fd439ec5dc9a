import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The same, with Foundation alone.
if let url = URL(string: CommandLine.arguments[1]) { _ = try await URLSession.shared.data(from: url) }
