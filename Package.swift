// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The test targets, each for some of the library's folders.
let tests = ["PromiseTests", "JSONTests", "MessageTests", "ConnectionTests", "MiddlewareTests", "TransportTests"]

let package = Package(
  name: "AbstractHTTP",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "AbstractHTTP", targets: ["AbstractHTTP"]),
    .library(name: "AbstractHTTPMoya", targets: ["AbstractHTTPMoya"]),
    .library(name: "AbstractHTTPTesting", targets: ["AbstractHTTPTesting"]),
  ],
  targets: [
    .target(name: "CLibcurl"),
    .target(
      name: "AbstractHTTP",
      dependencies: [.target(name: "CLibcurl", condition: .when(platforms: [.linux]))],
      swiftSettings: settings
    ),
    .target(name: "AbstractHTTPMoya", dependencies: ["AbstractHTTP"], swiftSettings: settings),
    .target(name: "AbstractHTTPTesting", dependencies: ["AbstractHTTP"], swiftSettings: settings),
    .target(name: "CParallelWidth", path: "Tests/CParallelWidth"),
    .target(
      name: "TestSupport",
      dependencies: ["AbstractHTTP", "AbstractHTTPTesting"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Simplest",
      dependencies: ["AbstractHTTP", "AbstractHTTPTesting"],
      path: "Playgrounds/AbstractHTTP.playground/Pages/Simplest.xcplaygroundpage",
      sources: ["Contents.swift"],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
    ),
  ]
    + tests.map { name in
      .testTarget(
        name: name,
        dependencies: ["AbstractHTTP", "AbstractHTTPMoya", "AbstractHTTPTesting", "TestSupport", "CParallelWidth"],
        swiftSettings: settings
      )
    },
  swiftLanguageModes: [.v6]
)
