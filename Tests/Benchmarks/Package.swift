// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let testing: Target.Dependency = .product(name: "AbstractHTTPTesting", package: "AbstractHTTP")

let asyncHTTPClient: [Target.Dependency] = [
  .product(name: "AsyncHTTPClient", package: "async-http-client"),
  .product(name: "NIOCore", package: "swift-nio"),
]

/// The benchmarks, and what each needs besides the library and the measuring.
let benchmarks: KeyValuePairs<String, [Target.Dependency]> = [
  "PromiseBenchmarks": [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "OpenCombine", package: "OpenCombine"),
  ],
  "LifecycleBenchmarks": [],
  "ProviderBenchmarks": [],
  "JSONBenchmarks": [],
  "EncodingBenchmarks": [],
  "CacheBenchmarks": [],
  "MiddlewareBenchmarks": [],
  "HTTPBenchmarks": ["CMeasuring", testing] + asyncHTTPClient,
  "UploadBenchmarks": [testing],
  "DownloadBenchmarks": [testing],
  "StartBenchmarks": [testing],
  "StreamBenchmarks": [testing],
  "BuildBenchmarks": [],
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "AbstractHTTP", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    .target(name: "CMeasuring"),
    .target(name: "Measuring", dependencies: ["CMeasuring"], swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Measuring"] + benchmarks.map { name, _ in .target(name: name) },
      swiftSettings: settings
    ),
  ]
    + benchmarks.map { name, needs in
      .target(
        name: name,
        dependencies: ["Measuring", .product(name: "AbstractHTTP", package: "AbstractHTTP")] + needs,
        swiftSettings: settings
      )
    },
  swiftLanguageModes: [.v6]
)
