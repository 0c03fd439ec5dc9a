#if os(Linux)
  import CLibcurl
#endif

/// Tells the domains under which anybody may register a name, such as `com`, `co.uk` and `github.io`.
///
/// A cookie of such a domain would go to all who have a name there (RFC 6265bis §5.7).
enum PublicSuffix {
  /// Whether a domain in lower case is a public suffix: by the list of libpsl if the system has it, otherwise by a
  /// short list of common ones.
  static func contains(_ domain: String) -> Bool {
    let name = domain.utf8.last == UInt8(ascii: ".") ? String(domain.dropLast()) : domain
    #if os(Linux)
      let answer = libpsl_is_public_suffix(name)
      if answer >= 0 { return answer == 1 }
    #endif
    return isCommon(name)
  }

  /// Whether a domain is one label, a generic label under the top-level domain of a country, or a common host of sites.
  static func isCommon(_ domain: String) -> Bool {
    if hosts.contains(domain) { return true }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count == 2 else { return labels.count < 2 }
    return labels[1].utf8.count == 2 && generic.contains(String(labels[0]))
  }

  private static let generic: Set<String> = [
    "ac", "asn", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "gv", "id", "info", "ltd", "me", "mil", "ne",
    "net",
    "nhs", "nom", "or", "org", "plc", "police", "sch",
  ]

  private static let hosts: Set<String> = [
    "appspot.com", "azurestaticapps.net", "azurewebsites.net", "blogspot.com", "cloudfront.net", "firebaseapp.com",
    "fly.dev", "github.io", "gitlab.io", "herokuapp.com", "netlify.app", "ngrok.io", "onrender.com", "pages.dev",
    "readthedocs.io", "s3.amazonaws.com", "surge.sh", "vercel.app", "web.app", "workers.dev",
  ]
}
