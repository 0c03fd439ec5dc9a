// swift-tools-version: 6.2

import PackageDescription

let client: Target.Dependency = .product(name: "AbstractHTTP", package: "AbstractHTTP")
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
]

/// Three programs as users write them: the model of an app's screen, the handler of a server, and a command-line tool.
/// Their tests belong to the package of the playgrounds.
let package = Package(
  name: "Programs",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ArticlesScreen", targets: ["ArticlesScreen"]),
    .library(name: "StockService", targets: ["StockService"]),
    .library(name: "FetchTool", targets: ["FetchTool"]),
    .executable(name: "fetch", targets: ["fetch"]),
  ],
  dependencies: [.package(name: "AbstractHTTP", path: "../..")],
  targets: [
    // All code of an app belongs to the main actor by default, as in Xcode's new projects.
    .target(
      name: "ArticlesScreen",
      dependencies: [client],
      swiftSettings: settings + [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    .target(name: "StockService", dependencies: [client], swiftSettings: settings),
    .target(name: "FetchTool", dependencies: [client], swiftSettings: settings),
    .executableTarget(name: "fetch", dependencies: ["FetchTool"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
