// swift-format-ignore-file: NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

/// What a target says by its own members, and a property of another name can't say.
extension TargetType {
  public func _address() throws -> String {
    try checkPath()
    return address
  }

  public func _destination() -> DownloadDestination? { task.destination ?? writtenDestination() }

  public static var _isTarget: Bool { true }
}

extension MultiTarget {
  public var _inner: (any RequestSpec)? { innermost }
}
