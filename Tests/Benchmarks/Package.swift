// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "AbstractHTTP", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "CMeasuring"),
    .target(name: "Measuring", dependencies: ["CMeasuring"], swiftSettings: settings),
    .executableTarget(
      name: "PromiseBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "LifecycleBenchmarks",
      dependencies: ["Measuring", .product(name: "AbstractHTTP", package: "AbstractHTTP")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ProviderBenchmarks",
      dependencies: ["Measuring", .product(name: "AbstractHTTP", package: "AbstractHTTP")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "JSONBenchmarks",
      dependencies: ["Measuring", .product(name: "AbstractHTTP", package: "AbstractHTTP")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "EncodingBenchmarks",
      dependencies: ["Measuring", .product(name: "AbstractHTTP", package: "AbstractHTTP")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MiddlewareBenchmarks",
      dependencies: ["Measuring", .product(name: "AbstractHTTP", package: "AbstractHTTP")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "HTTPBenchmarks",
      dependencies: [
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "UploadBenchmarks",
      dependencies: [
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "DownloadBenchmarks",
      dependencies: [
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
