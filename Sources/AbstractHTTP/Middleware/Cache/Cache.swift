public import Foundation

extension Middleware {
  /// Stores responses, and answers from them when permitted: a private cache, as defined by RFC 9111.
  ///
  /// ```swift
  /// connection.use(.cache())                              // in memory, 20 MB, shared by all that say so
  /// connection.use(.cache(FileCache(directory: folder)))  // over launches
  /// ```
  ///
  /// The server decides what is stored, and for how long, with `Cache-Control`, `Expires`, `Last-Modified`, and `Vary`.
  /// The request's own `Cache-Control` can be more or less strict. A response that is no longer fresh is validated with
  /// `If-None-Match` and `If-Modified-Since`. ``Response/source`` reports where a response came from. Only complete
  /// responses to `GET` are stored. They also answer `HEAD`, and requests for one range of bytes. Other methods aren't
  /// cached, and unsafe ones remove the responses that are stored for their address. A trace reports why a response
  /// wasn't stored: ``CacheReason``.
  ///
  /// A stored response is only returned for requests with the same `Authorization` and `Cookie` headers. If a
  /// middleware further in adds a credential, as token refreshing does, the response isn't stored, because the cache
  /// can't tell whose it is; nor is it stored if it varies by the cookies of a jar. A `partition` replaces both: it
  /// identifies the user. With `sharesPublic`, a response with `Cache-Control: public` is returned regardless of the
  /// cookies.
  ///
  /// A fresh response in memory is returned without suspending. If the request fails, the call fails with its error.
  /// `only-if-cached` is answered with 504 if no response is stored. A revalidation in the background
  /// (`stale-while-revalidate`) outlives the call that started it.
  ///
  /// - Parameters:
  ///   - store: The store for responses. Defaults to ``MemoryCache/shared``.
  ///   - partition: Returns the user that requests are made for. Called before each request is sent, and when its
  ///     response arrives, which is only stored if both are the same. Defaults to `nil`.
  ///   - sharesPublic: Whether a response with `public`, and without `private`, `Vary: Cookie`, and `Set-Cookie`, is
  ///     returned for requests with other cookies. `Authorization` must still match. Defaults to `false`; ignored with
  ///     a partition.
  ///   - now: Returns the time of day. Defaults to the system's.
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
