extension ErrorMessages.Key {
  /// The request can't be created or sent.
  public static let invalidRequest = Self("invalidRequest")
  /// A file to send or to save can't be opened.
  public static let file = Self("file")
  /// The connection failed.
  public static let network = Self("network")
  /// The device is offline.
  public static let offline = Self("offline")
  /// The server can't be found, or doesn't accept connections.
  public static let unreachable = Self("unreachable")
  /// A time limit was exceeded.
  public static let timeout = Self("timeout")
  /// No secure connection is possible.
  public static let insecure = Self("insecure")
  /// Too many requests are waiting, or requests to a failing server are paused.
  public static let busy = Self("busy")
  /// The user is no longer signed in.
  public static let signedOut = Self("signedOut")
  /// The server rejected the request.
  public static let refused = Self("refused")
  /// The server rejected the request, with a status.
  public static let refusedWithStatus = Self("refusedWithStatus")
  /// The response has an unexpected format.
  public static let unreadable = Self("unreadable")
  /// The request was cancelled.
  public static let cancelled = Self("cancelled")
  /// Any other failure.
  public static let failed = Self("failed")

  /// The keys that the library defines.
  static let all: [Self] = [
    invalidRequest, file, network, offline, unreachable, timeout, insecure, busy, signedOut, refused, refusedWithStatus,
    unreadable, cancelled, failed,
  ]
}

extension ErrorMessages {
  static let english: [Key: String] = [
    .invalidRequest: "The request could not be made.",
    .file: "A file could not be opened.",
    .network: "The connection failed. Check the network and try again.",
    .offline: "There is no internet connection. Check the network and try again.",
    .unreachable: "The server could not be reached. Try again later.",
    .timeout: "The server took too long to answer. Try again later.",
    .insecure: "A secure connection to the server could not be made.",
    .busy: "The server is busy. Try again later.",
    .signedOut: "You are signed out. Sign in again.",
    .refused: "The server rejected the request.",
    .refusedWithStatus: "The server rejected the request (%@).",
    .unreadable: "The server's answer could not be understood.",
    .cancelled: "The request was cancelled.",
    .failed: "The request failed.",
  ]

  static let japanese: [Key: String] = [
    .invalidRequest: "リクエストを作成できませんでした。",
    .file: "ファイルを開けませんでした。",
    .network: "接続に失敗しました。ネットワークを確認して、もう一度お試しください。",
    .offline: "インターネットに接続されていません。ネットワークを確認して、もう一度お試しください。",
    .unreachable: "サーバーに接続できませんでした。しばらくしてからもう一度お試しください。",
    .timeout: "サーバーからの応答がありません。しばらくしてからもう一度お試しください。",
    .insecure: "サーバーに安全に接続できませんでした。",
    .busy: "サーバーが混み合っています。しばらくしてからもう一度お試しください。",
    .signedOut: "サインアウトされました。もう一度サインインしてください。",
    .refused: "サーバーがリクエストを拒否しました。",
    .refusedWithStatus: "サーバーがリクエストを拒否しました（%@）。",
    .unreadable: "サーバーからの応答を読み取れませんでした。",
    .cancelled: "リクエストはキャンセルされました。",
    .failed: "リクエストに失敗しました。",
  ]
}
