#if os(Linux)
  import CLibcurl

  /// Writes headers as libcurl wants them, in a list that its owner frees.
  enum CurlHeaders {
    static func list(of request: WireRequest) -> UnsafeMutableRawPointer? {
      var list: UnsafeMutableRawPointer?
      for field in request.headers {
        append(field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)", to: &list)
      }
      // NB: a removed default. libcurl would wait up to a second for a server's leave to send a long body.
      if request.body != nil, !request.headers.contains("Expect") { append("Expect:", to: &list) }
      return list
    }

    private static func append(_ line: String, to list: inout UnsafeMutableRawPointer?) {
      list = libcurl_list_append(list, line) ?? list
    }
  }
#endif
