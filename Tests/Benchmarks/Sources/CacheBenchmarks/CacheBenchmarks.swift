import AbstractHTTP
import Foundation
public import Measuring

/// Prints what a cache costs, over a stub that answers at once: `Benchmarks Cache`.
public enum CacheBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async {
    let table = Table("Cache", options)
    let folder = FileManager.default.temporaryDirectory.appending(path: "CacheBenchmarks-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FileCache(directory: folder)
    table.heading("A cache around a stub, and the stub without one; four headers in the request, six in the response")
    await table.row("a hit in memory", times: 50_000, cached(get), bare(get))
    await table.row("a hit in memory with a token", times: 50_000, cached(withToken), bare(withToken))
    await table.row("idle: POST", times: 50_000, cached(post), bare(post))
    await table.row("idle: no-store", times: 50_000, cached(noStore), bare(noStore))
    await table.row(
      "a miss that is stored",
      times: 20_000,
      aim: .extra(nanoseconds: 4_000),
      cached(reload),
      bare(reload)
    )
    await table.row("a hit in a file of 10 KB", times: 5_000, cached(get, in: files), bare(get))
  }

  private static func bare(_ request: Request) -> Contestant {
    let stage = Stage.sending(over: StubConnector(response))
    return Contestant("without", body(stage, request))
  }

  private static func cached(_ request: Request, in store: any CacheStore = MemoryCache()) -> Contestant {
    let stage = Stage.sending(over: StubConnector(response)).wrapped(in: .cache(store))
    return Contestant("cache", body(stage, request))
  }

  private static func body(
    _ stage: Stage<Request, Response>,
    _ request: Request
  ) -> @Sendable (_ times: Int) async -> Void {
    let pipeline = Pipeline(stage)
    return { times in
      for _ in 0..<times {
        if let response = try? pipeline.runSynchronously(request) {
          consume(response)
        } else {
          consume(try? await pipeline(request))
        }
      }
    }
  }

  private static let headers: HTTPHeaders = [
    "Accept": "application/json", "Accept-Language": "en", "User-Agent": "Benchmark/1.0", "X-Request-ID": "7",
  ]

  private static let get = Request(url: url, headers: headers)
  private static let post = Request(url: url, httpMethod: .post, headers: headers)
  private static let noStore = Request(url: url, headers: headers.merging(["Cache-Control": "no-store"]))
  private static let reload = Request(url: url, headers: headers.merging(["Cache-Control": "no-cache"]))
  private static let withToken = Request(
    url: url,
    headers: headers.merging(["Authorization": "Bearer " + String(repeating: "x", count: 1_000)])
  )

  private static let url = URL(string: "https://api.example.com/users/1?fields=name,age") ?? URL(filePath: "/")

  private static let response = Response(
    headers: [
      "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control": "max-age=2000000000",
      "Content-Type": "application/json",
      "X-Trace": "1", "X-Served-By": "a", "Server": "stub",
    ],
    data: Data(repeating: 65, count: 10_000)
  )
}
