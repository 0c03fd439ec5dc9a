// swift-tools-version: 6.2

import PackageDescription

/// The playground's pages. Each is an executable too: `swift run --package-path Playgrounds GetJSON`. The first page,
/// `Simplest`, belongs to the root package.
let pages = [
  "GetJSON", "CommonRequestSpec", "APIClient", "Convenient", "Listener", "Indicator", "Mock", "CustomConnector",
  "Cancel", "Retry", "TokenRefresh", "TokenRefreshSingleFlight", "NotFoundAsEmpty", "Polling", "Download",
  "DownloadResume", "UploadProgress", "Streaming", "ServerSentEvents", "SuspendResume", "BasicAuth", "CustomSerializer",
  "cURL",
  "Promises", "SuccessFailure", "EnumTargets", "Router", "Stubs", "ErrorsForPeople", "DynamicJSON", "Multipart",
  "Cache", "Middleware", "Resilience",
]

let package = Package(
  name: "Playgrounds",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AbstractHTTP", path: "..")],
  targets: pages.map { page in
    .executableTarget(
      name: page,
      dependencies: [
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
      ],
      path: "AbstractHTTP.playground/Pages/\(page).xcplaygroundpage",
      sources: ["Contents.swift"],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
    )
  },
  swiftLanguageModes: [.v6]
)
