// swift-tools-version: 6.2

import PackageDescription

/// The recipes and the programs that show how the library is used.
///
///     swift run --package-path Playgrounds             lists the recipes
///     swift run --package-path Playgrounds GetJSON     runs one
///     swift test --package-path Playgrounds            tests the programs
///
/// The recipes are the pages of the playground, which is a package of its own: so this one has a single executable, which
/// is what runs without a name.
let package = Package(
  name: "Playgrounds",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "AbstractHTTP", path: ".."),
    .package(name: "Pages", path: "AbstractHTTP.playground"),
    .package(name: "Programs", path: "Programs"),
  ],
  targets: [
    .executableTarget(name: "Recipes", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "Recipes",
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
        .product(name: "ArticlesScreen", package: "Programs"),
        .product(name: "FetchTool", package: "Programs"),
        .product(name: "StockService", package: "Programs"),
      ],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
