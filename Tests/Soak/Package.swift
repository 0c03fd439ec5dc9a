// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Soak",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AbstractHTTP", path: "../..")],
  targets: [
    .target(name: "CMemory"),
    .executableTarget(
      name: "Soak",
      dependencies: [
        "CMemory",
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
