#if !canImport(FoundationNetworking)
  import Foundation
  import Security

  /// Answers a session's challenges according to the TLS and proxy settings.
  struct SessionTrust {
    typealias Answer = (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?)

    private static var cancelled: Answer { (.cancelAuthenticationChallenge, nil) }

    private let tls: TLSSettings
    private let proxy: ProxySettings

    init(_ settings: EngineSettings) { (tls, proxy) = (settings.tls, settings.proxy) }

    /// - Returns: `nil` if the settings don't affect the challenge.
    func answer(to challenge: URLAuthenticationChallenge, for transfer: URLSessionTransfer?) -> Answer? {
      let space = challenge.protectionSpace
      switch space.authenticationMethod {
      case NSURLAuthenticationMethodServerTrust:
        guard let trust = space.serverTrust, isConcerned(space.host) else { return nil }
        return answer(trust, of: space.host, for: transfer)
      case NSURLAuthenticationMethodClientCertificate:
        return answerWithIdentity(for: transfer)
      default:
        guard space.isProxy(), let login = proxy.login, challenge.previousFailureCount == 0 else { return nil }
        return (
          .useCredential, URLCredential(user: login.user.text, password: login.password.text, persistence: .forSession)
        )
      }
    }

    private func isConcerned(_ host: String) -> Bool {
      tls.authorities != .system || tls.pins(of: host) != nil || tls.isUnverified(host)
    }

    /// Evaluates the certificates with the system, and then checks the pins.
    private func answer(_ trust: SecTrust, of host: String, for transfer: URLSessionTransfer?) -> Answer {
      guard tls.isUnverified(host) || isTrusted(trust) else {
        transfer?.stop(URLError(.serverCertificateUntrusted, "the certificate of \(host) is not trusted"))
        return Self.cancelled
      }
      if let pins = tls.pins(of: host), !pins.contains(where: { $0 == Self.pin(of: trust) }) {
        transfer?.stop(PinMismatch(host: host))
        return Self.cancelled
      }
      return (.useCredential, URLCredential(trust: trust))
    }

    private func isTrusted(_ trust: SecTrust) -> Bool {
      if let (certificates, isWithSystem) = anchors {
        guard !certificates.isEmpty,
          SecTrustSetAnchorCertificates(trust, certificates as CFArray) == errSecSuccess,
          SecTrustSetAnchorCertificatesOnly(trust, !isWithSystem) == errSecSuccess
        else { return false }
      }
      return SecTrustEvaluateWithError(trust, nil)
    }

    /// The authorities in the settings; `nil` for only the system's.
    private var anchors: (certificates: [SecCertificate], isWithSystem: Bool)? {
      switch tls.authorities.source {
      case .system: nil
      case .file(let url): (Self.certificates(in: (try? String(contentsOf: url, encoding: .utf8)) ?? ""), false)
      case .pem(let text): (Self.certificates(in: text), false)
      case .systemAnd(let text): (Self.certificates(in: text), true)
      }
    }

    private static func certificates(in text: String) -> [SecCertificate] {
      PEM.blocks(of: "CERTIFICATE", in: text).compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }

    /// The pin of the server's own certificate.
    private static func pin(of trust: SecTrust) -> PublicKeyPin? {
      guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate], let leaf = chain.first else {
        return nil
      }
      return try? PublicKeyPin(certificateDER: SecCertificateCopyData(leaf) as Data)
    }

    private func answerWithIdentity(for transfer: URLSessionTransfer?) -> Answer? {
      guard let identity = tls.identity, case .pkcs12(let data) = identity.source,
        transfer?.request.isElsewhere == false
      else {
        return nil
      }
      var items: CFArray?
      let options = [kSecImportExportPassphrase as String: identity.password?.text ?? ""]
      guard SecPKCS12Import(data as CFData, options as CFDictionary, &items) == errSecSuccess,
        let item = (items as? [[String: Any]])?.first, let value = item[kSecImportItemIdentity as String],
        CFGetTypeID(value as CFTypeRef) == SecIdentityGetTypeID()
      else {
        transfer?.stop(URLError(.clientCertificateRejected, "the PKCS #12 data or its password is wrong"))
        return Self.cancelled
      }
      // NB: the type was checked; Swift can't check the cast to a type of Core Foundation.
      let key = unsafeDowncast(value as AnyObject, to: SecIdentity.self)
      let chain = item[kSecImportItemCertChain as String] as? [Any]
      return (.useCredential, URLCredential(identity: key, certificates: chain, persistence: .forSession))
    }
  }
#endif
