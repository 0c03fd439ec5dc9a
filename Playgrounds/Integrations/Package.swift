// swift-tools-version: 6.2

import PackageDescription

// NB: an option of the compiler would be an error for the packages that this one depends on.
let isStrict = Context.environment["WARNINGS_AS_ERRORS"] != nil

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let library: Target.Dependency = .product(name: "AbstractHTTP", package: "AbstractHTTP")
let testing: Target.Dependency = .product(name: "AbstractHTTPTesting", package: "AbstractHTTP")

/// The integrations, and what each needs besides the library.
let integrations: KeyValuePairs<String, [Target.Dependency]> = [
  "AbstractHTTPLogging": [.product(name: "Logging", package: "swift-log")],
  "AbstractHTTPMetrics": [.product(name: "CoreMetrics", package: "swift-metrics")],
  "AbstractHTTPTracing": [.product(name: "Tracing", package: "swift-distributed-tracing")],
  "AbstractHTTPTypes": [.product(name: "HTTPTypes", package: "swift-http-types")],
  "AbstractHTTPAsyncHTTPClient": [
    .product(name: "AsyncHTTPClient", package: "async-http-client"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOFoundationCompat", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
  ],
  "AbstractHTTPService": [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")],
]

let package = Package(
  name: "Integrations",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: integrations.map { name, _ in .library(name: name, targets: [name]) },
  dependencies: [
    .package(name: "AbstractHTTP", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: integrations.map { name, needs in
    .target(name: name, dependencies: [library] + needs, swiftSettings: settings)
  } + [
    .executableTarget(
      name: "GracefulShutdown",
      dependencies: [
        "AbstractHTTPService", library, testing, .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntegrationTests",
      dependencies: integrations.map { name, _ in .target(name: name) } + integrations.flatMap { _, needs in needs } + [
        library, testing,
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
