/// The media types of files, by their extensions.
enum MIMEType {
  /// Returns the type for a file name; `application/octet-stream` if it isn't known.
  static func ofFile(_ name: String) -> String { known(name) ?? "application/octet-stream" }

  /// Returns the type for a file name; `nil` if it has no extension, or an unknown one.
  static func known(_ name: String) -> String? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return types[name[dot...].dropFirst().lowercased()]
  }

  private static let types: [String: String] = {
    var types: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for suffix in words.dropFirst() { types[suffix] = words.first }
    }
    return types
  }()

  /// As registered with the IANA (https://www.iana.org/assignments/media-types), and for other types, as servers expect
  /// them.
  private static let table = """
    application/epub+zip epub
    application/geo+json geojson
    application/gzip gz
    application/java-archive jar
    application/json json map
    application/ld+json jsonld
    application/msword doc
    application/octet-stream bin
    application/pdf pdf
    application/pkcs12 p12 pfx
    application/postscript ai eps ps
    application/rtf rtf
    application/sql sql
    application/vnd.android.package-archive apk
    application/vnd.apple.keynote key
    application/vnd.apple.mpegurl m3u8
    application/vnd.apple.numbers numbers
    application/vnd.apple.pages pages
    application/vnd.google-earth.kml+xml kml
    application/vnd.ms-excel xls
    application/vnd.ms-powerpoint ppt
    application/vnd.oasis.opendocument.presentation odp
    application/vnd.oasis.opendocument.spreadsheet ods
    application/vnd.oasis.opendocument.text odt
    application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
    application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
    application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
    application/vnd.sqlite3 sqlite
    application/wasm wasm
    application/x-7z-compressed 7z
    application/x-bzip2 bz2
    application/x-pem-file pem
    application/x-sh sh
    application/x-tar tar
    application/x-x509-ca-cert cer crt der
    application/x-xz xz
    application/xml xml
    application/yaml yaml yml
    application/zip zip
    application/zstd zst
    audio/aac aac
    audio/aiff aif aiff
    audio/flac flac
    audio/midi mid midi
    audio/mp4 m4a
    audio/mpeg mp3
    audio/ogg oga ogg opus
    audio/wav wav
    audio/x-caf caf
    font/otf otf
    font/ttf ttf
    font/woff woff
    font/woff2 woff2
    image/apng apng
    image/avif avif
    image/bmp bmp
    image/gif gif
    image/heic heic
    image/heif heif
    image/jpeg jpe jpeg jpg
    image/jxl jxl
    image/png png
    image/svg+xml svg
    image/tiff tif tiff
    image/vnd.microsoft.icon ico
    image/webp webp
    model/gltf-binary glb
    model/gltf+json gltf
    model/vnd.usdz+zip usdz
    text/calendar ics
    text/css css
    text/csv csv
    text/html htm html
    text/javascript js mjs
    text/markdown markdown md
    text/plain conf ini log text txt
    text/tab-separated-values tsv
    text/vcard vcf
    video/3gpp 3gp
    video/mp2t ts
    video/mp4 m4v mp4
    video/mpeg mpeg mpg
    video/ogg ogv
    video/quicktime mov qt
    video/webm webm
    video/x-matroska mkv
    video/x-msvideo avi
    """
}
