// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "AbstractHTTP",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "AbstractHTTP", targets: ["AbstractHTTP"]),
    .library(name: "AbstractHTTPTesting", targets: ["AbstractHTTPTesting"]),
  ],
  targets: [
    .target(name: "CLibcurl"),
    .target(
      name: "AbstractHTTP",
      dependencies: [.target(name: "CLibcurl", condition: .when(platforms: [.linux]))],
      swiftSettings: settings
    ),
    .target(name: "AbstractHTTPTesting", dependencies: ["AbstractHTTP"], swiftSettings: settings),
    .target(name: "CParallelWidth", path: "Tests/CParallelWidth"),
    .testTarget(
      name: "AbstractHTTPTests",
      dependencies: ["AbstractHTTP", "AbstractHTTPTesting", "CParallelWidth"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Simplest",
      dependencies: ["AbstractHTTP", "AbstractHTTPTesting"],
      path: "Playgrounds/AbstractHTTP.playground/Pages/Simplest.xcplaygroundpage",
      sources: ["Contents.swift"],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
