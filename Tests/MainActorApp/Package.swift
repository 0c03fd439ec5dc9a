// swift-tools-version: 6.2

import PackageDescription

/// The code of an app whose target has the settings of Xcode's new projects: all of it belongs to the main actor by default.
let package = Package(
  name: "MainActorApp",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AbstractHTTP", path: "../..")],
  targets: [
    .executableTarget(
      name: "MainActorApp",
      dependencies: [
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
      ],
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
