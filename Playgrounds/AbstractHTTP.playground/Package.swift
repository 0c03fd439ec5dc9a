// swift-tools-version: 6.2

import PackageDescription

/// The playground's pages. Each is a program. The first page, `Simplest`, belongs to the root package.
let pages = [
  "APIClient", "APIKey", "AutomaticRetry", "BasicAuth", "Cache", "CacheInFiles", "Cancel", "CircuitBreaking",
  "Coalesce",
  "CommonRequestSpec", "CompareBodies", "ConcurrencyLimit", "Convenient", "Cookies", "cURL", "CustomConnector",
  "CustomSerializer", "Deadline", "Download", "DownloadResume", "DynamicJSON", "EnumTargets", "ErrorsForPeople",
  "Fallback", "GetJSON", "Headers", "Hedging", "Indicator", "JSONDates", "Listener", "Logging", "Middleware",
  "Mock", "Multipart", "NotFoundAsEmpty", "Pagination", "PerCall", "Pinning", "Polling", "PostFile", "PostForm",
  "PostJSON", "PostStream", "PostText", "Promises", "Proxy", "RateLimit", "RecordReplay", "Redirects",
  "Resilience", "Retry", "Router", "ServerSentEvents", "ShowProgress", "Streaming", "Stubs", "SuccessFailure",
  "SuspendResume", "Timeouts", "TokenRefresh", "TokenRefreshSingleFlight", "UploadProgress", "Waterfall",
]

let package = Package(
  name: "Pages",
  platforms: [.macOS(.v15)],
  products: pages.map { .executable(name: $0, targets: [$0]) },
  dependencies: [.package(name: "AbstractHTTP", path: "../..")],
  targets: pages.map { page in
    .executableTarget(
      name: page,
      dependencies: [
        .product(name: "AbstractHTTP", package: "AbstractHTTP"),
        .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
      ],
      path: "Pages/\(page).xcplaygroundpage",
      sources: ["Contents.swift"],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
    )
  },
  swiftLanguageModes: [.v6]
)
