extension ErrorMessages.Key {
  /// The request can't be made or sent as it is.
  public static let invalidRequest = Self("invalidRequest")
  /// A file to send or to save can't be opened.
  public static let file = Self("file")
  /// The connection failed.
  public static let network = Self("network")
  /// The device is offline.
  public static let offline = Self("offline")
  /// The server isn't found or doesn't accept connections.
  public static let unreachable = Self("unreachable")
  /// It took too long.
  public static let timeout = Self("timeout")
  /// No secure connection is possible.
  public static let insecure = Self("insecure")
  /// Too many requests wait, or the server was left alone after it failed.
  public static let busy = Self("busy")
  /// The person isn't signed in any more.
  public static let signedOut = Self("signedOut")
  /// The server refused the request.
  public static let refused = Self("refused")
  /// The server refused the request, by a status.
  public static let refusedWithStatus = Self("refusedWithStatus")
  /// The answer isn't what was expected.
  public static let unreadable = Self("unreadable")
  /// The request was cancelled.
  public static let cancelled = Self("cancelled")
  /// Something else.
  public static let failed = Self("failed")

  /// The keys of the library.
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
    .refused: "The server refused the request.",
    .refusedWithStatus: "The server refused the request (%@).",
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
