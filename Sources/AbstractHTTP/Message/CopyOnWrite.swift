/// The content of a value, which its copies refer to until one of them changes.
protocol CopyOnWrite: AnyObject {
  func copy() -> Self
}

extension CopyOnWrite {
  /// Makes a reference the only one to its content, which can be changed then.
  static func makeUnique(_ storage: inout Self) {
    // NB: the sanitizer doesn't see that reference counts order the last use of one thread before the change of another.
    #if THREAD_SANITIZED
      storage = storage.copy()
    #else
      if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    #endif
  }
}
