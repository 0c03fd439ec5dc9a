import Foundation

// NB: `dump`, debuggers, and the default description of every type that contains one of these use the mirror, and not
// the description.

extension Redaction {
  /// Returns the length of a body, to show in place of the body.
  static func size(of data: Data) -> String { "\(data.count) bytes" }

  /// Returns headers with their secrets masked, including those with further names.
  static func headers(_ headers: HTTPHeaders, _ more: SecretNames = []) -> HTTPHeaders {
    HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.name, value: value(of: $0, more)) })
  }
}

extension Request: CustomReflectable {
  /// The parts of the request without secrets, and the size of the body.
  public var customMirror: Mirror {
    let names = SecretNames(confidentialNames)
    return Mirror(
      self,
      children: [
        "httpMethod": httpMethod.rawValue, "url": Redaction.text(of: url, names),
        "headers": Redaction.headers(headers, names), "body": body as Any,
        "delivery": delivery,
      ],
      displayStyle: .struct
    )
  }
}

extension Response: CustomReflectable {
  /// The parts of the response without secrets, and the size of the body.
  public var customMirror: Mirror {
    let names = SecretNames(request?.confidentialParameters ?? [])
    return Mirror(
      self,
      children: [
        "statusCode": statusCode, "headers": headers, "data": Redaction.size(of: data),
        "url": url.map { Redaction.text(of: $0, names) } as Any, "source": source, "request": request as Any,
        "file": file as Any,
      ],
      displayStyle: .struct
    )
  }
}

extension HTTPHeaders: CustomReflectable {
  /// The fields without secrets.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

extension HTTPHeaders.Field: CustomReflectable {
  /// The name, and the value unless it is a secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": Redaction.value(of: self)], displayStyle: .struct)
  }
}

extension KeyValue: CustomReflectable {
  /// The key, and the value unless it is a secret.
  public var customMirror: Mirror {
    let value = value.map { Redaction.isSecret(key) ? Redaction.mask : $0 }
    return Mirror(self, children: ["key": key, "value": value as Any], displayStyle: .struct)
  }
}

extension RequestBody: CustomReflectable {
  /// The size of the body or the location of its file, and its type.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["content": content, "contentType": contentType as Any, "isReplayable": isReplayable],
      displayStyle: .struct
    )
  }
}

extension RequestBody.Content: CustomReflectable {
  /// The size of the data, or the location of other content.
  public var customMirror: Mirror {
    switch self {
    case .data(let data): Mirror(self, children: ["data": Redaction.size(of: data)], displayStyle: .enum)
    case .file(let url): Mirror(self, children: ["file": url.path], displayStyle: .enum)
    case .segments(let segments): Mirror(self, children: ["segments": segments], displayStyle: .enum)
    }
  }
}

extension BodySegment: CustomReflectable {
  /// The size of the data, or the location of other content.
  public var customMirror: Mirror {
    switch self {
    case .data(let data): Mirror(self, children: ["data": Redaction.size(of: data)], displayStyle: .enum)
    case .file(let url, let range): Mirror(self, children: ["file": "\(url.path), \(range)"], displayStyle: .enum)
    case .stream(let stream): Mirror(self, children: ["stream": stream.size], displayStyle: .enum)
    }
  }
}

extension ConnectionError: CustomReflectable {
  /// The evidence without secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "type": type, "nativeError": nativeError.map { Redaction.text(of: $0) } as Any, "request": request as Any,
        "response": response as Any, "responseModel": responseModel.map { Swift.type(of: $0) } as Any,
      ],
      displayStyle: .struct
    )
  }
}

extension InvalidRequest: CustomReflectable {
  /// A description of the reason, because a value may have gotten into a name.
  public var customMirror: Mirror { Mirror(self, children: ["reason": description], displayStyle: .enum) }
}
