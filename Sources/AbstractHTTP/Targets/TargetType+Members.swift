// swift-format-ignore-file: NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

/// Values that a target's own members determine, and that a property with another name can't override.
extension TargetType {
  public func _address() throws -> String { try checkedAddress() }

  public func _destination() -> DownloadDestination? { task.destination ?? writtenDestination() }

  public static var _isTarget: Bool { true }
}

extension MultiTarget {
  public var _inner: (any RequestSpec)? { innermost }
}
