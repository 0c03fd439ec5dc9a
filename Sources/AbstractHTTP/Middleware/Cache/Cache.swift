public import Foundation

extension Middleware {
  /// Keeps responses, and answers from them while that is right: a private cache, as RFC 9111 has it.
  ///
  /// ```swift
  /// connection.use(.cache())                              // in memory, 20 MB, shared by all that say so
  /// connection.use(.cache(FileCache(directory: folder)))  // over launches
  /// ```
  ///
  /// The server decides what is kept, and for how long, by `Cache-Control`, `Expires`, `Last-Modified` and `Vary`; the
  /// request's own `Cache-Control` may ask for more or less. What is not fresh any more is validated by `If-None-Match` and
  /// `If-Modified-Since`. ``Response/source`` says where a response came from. Only whole responses to `GET` are kept; they
  /// answer `HEAD` as well, and requests for one range of bytes. Other methods pass, and those that are not safe remove what
  /// is stored for their address. A trace says why a response was not stored: ``CacheReason``.
  ///
  /// A response is given only to requests with the same `Authorization` and `Cookie` headers. It is not kept where a
  /// middleware further in adds a credential, as a token refresh does, since the cache cannot tell whose it is; nor where
  /// it varies by the cookies of a jar. A `partition` takes the place of both: it says who asks. With `sharesPublic`, a
  /// response that says `Cache-Control: public` is given whatever the cookies are.
  ///
  /// A fresh response in memory is given without suspending. A call fails with whatever the request fails with;
  /// `only-if-cached` is answered by 504 where nothing is there. Revalidating in the background
  /// (`stale-while-revalidate`) outlives the call that began it.
  ///
  /// - Parameters:
  ///   - store: Where responses are kept; ``MemoryCache/shared`` by default.
  ///   - partition: Names the user that requests are made for, before each is sent and when its response comes; stored
  ///     only if they are the same. `nil` by default.
  ///   - sharesPublic: Whether a response that says `public`, and neither `private`, `Vary: Cookie`, nor `Set-Cookie`, is
  ///     given to requests with other cookies. `Authorization` must still be the same. `false` by default; without effect if
  ///     there is a partition.
  ///   - now: Tells the time of day; the system's by default.
  public static func cache(
    _ store: any CacheStore = MemoryCache.shared,
    partition: (@Sendable () -> String)? = nil,
    sharesPublic: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> Middleware {
    let cache = ResponseCache(store: store, partition: partition, sharesPublic: sharesPublic, now: now)
    return Middleware("cache", slot: .cache, running: cache.answer)
  }
}
