/// The content of a value, which its copies share until one of them changes.
protocol CopyOnWrite: AnyObject {
  func copy() -> Self
}

extension CopyOnWrite {
  /// Makes the reference unique, copying its content if necessary, so that it can be changed.
  static func makeUnique(_ storage: inout Self) {
    // NB: the sanitizer doesn't see that reference counts order the last use by one thread before the change by
    // another.
    #if THREAD_SANITIZED
      storage = storage.copy()
    #else
      if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    #endif
  }
}
