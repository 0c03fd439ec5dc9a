#if os(Linux)
  import CLibcurl

  /// Writes headers in libcurl's format, to a list that the caller frees.
  enum CurlHeaders {
    private static let acceptsCodings = "Accept-Encoding: " + ContentCoding.accepted

    static func list(of request: WireRequest) -> UnsafeMutableRawPointer? {
      var list: UnsafeMutableRawPointer?
      for field in request.headers {
        if field.isLatin1 {
          append(Array("\(field.name): ".utf8) + field.bytes, to: &list)
        } else {
          append(field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)", to: &list)
        }
      }
      if !request.headers.contains("Accept-Encoding") {
        // NB: a part of an encoded body can't be decoded (https://fetch.spec.whatwg.org, HTTP-network-or-cache fetch).
        append(request.headers.contains("Range") ? "Accept-Encoding: identity" : acceptsCodings, to: &list)
      }
      if request.trailers != nil { append("Transfer-Encoding: chunked", to: &list) }
      // NB: this removes a default. libcurl would wait up to a second for the server's permission to send a long body.
      if request.body != nil, !request.headers.contains("Expect") { append("Expect:", to: &list) }
      return list
    }

    private static func append(_ line: [UInt8], to list: inout UnsafeMutableRawPointer?) {
      list =
        (line + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { bytes in
          bytes.baseAddress.flatMap { libcurl_list_append(list, $0) }
        } ?? list
    }

    private static func append(_ line: String, to list: inout UnsafeMutableRawPointer?) {
      list = libcurl_list_append(list, line) ?? list
    }
  }
#endif
