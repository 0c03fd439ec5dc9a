#if os(Linux)
  import CLibcurl
#endif

/// Recognizes public suffixes, where anyone can register a name, such as `com`, `co.uk`, and `github.io`.
///
/// A cookie for such a domain would be sent to all sites below it (RFC 6265bis §5.7).
enum PublicSuffix {
  /// Returns whether a lowercase domain is a public suffix: according to libpsl if the system has it, and otherwise to
  /// a short list of common suffixes.
  static func contains(_ domain: String) -> Bool {
    let name = domain.utf8.last == UInt8(ascii: ".") ? String(domain.dropLast()) : domain
    #if os(Linux)
      let answer = libpsl_is_public_suffix(name)
      if answer >= 0 { return answer == 1 }
    #endif
    return isCommon(name)
  }

  /// Returns whether a domain is a single label, a generic label under a country's top-level domain, or a common site
  /// host.
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
