//: # Certificate pinning
//: A host is only trusted with one of these keys, and is never reached without TLS.
import AbstractHTTP
import AbstractHTTPTesting

//: A pin is the digest of a public key. This one is made from the key itself.
let pin = try PublicKeyPin(
  publicKeyPEM: """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
    -----END PUBLIC KEY-----
    """
)
print("sha256/\(pin.base64)")

let server = try LoopbackServer()
let connector = DefaultHTTPConnector()
connector.tls.pins = ["127.0.0.1": [pin, "sha256/X3pGTSOuJeEVw989IJ/cEtXUEmy52zs1TZQrU06KUKg="]]

let outcome = await HTTP(server.url("/")).httpConnector(connector).fetchString().outcome
print(outcome.errorInfo?.error?.description ?? "it was sent")
print("requests that left:", server.requestCount)
