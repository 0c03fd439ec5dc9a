import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

/// What each option writes, to the byte, of a dictionary and of an `Encodable` that says the same.
struct FormOptionsTests {
  struct Golden: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let options: FormOptions
    let parameters: [String: any Sendable]
    let value: any Encodable & Sendable
    let form: String

    init(
      _ name: String,
      _ options: FormOptions,
      _ pair: ([String: any Sendable], any Encodable & Sendable),
      _ form: String
    ) {
      testDescription = name
      self.options = options
      (parameters, value) = pair
      self.form = form
    }
  }

  private struct Refused: Error {}

  private struct Tags: Encodable { let tags: [String] }
  private struct Truths: Encodable { let yes = true, no = false }
  private struct File: Encodable { let file: Data }
  private struct When: Encodable { let at: Date }
  private struct Names: Encodable { let firstName = "Ada", homeURLPath = "/" }
  private struct Person: Encodable {
    struct Address: Encodable { let city = "London", zipCode = 1 }
    let user = Address()
  }
  private struct Absent: Encodable {
    let name: String?
    let note: String
    let list: [Int?]
  }
  private struct Text: Encodable { let text: String }
  private struct Unsorted: Encodable { let b = 1, a10 = 2, a = 3, B = 4, é = 5 }

  private typealias Pair = ([String: any Sendable], any Encodable & Sendable)

  private static let tags: Pair = (["tags": ["b", "a"]], Tags(tags: ["b", "a"]))
  private static let truths: Pair = (["yes": true, "no": false], Truths())
  private static let file: Pair = (["file": Data([0xFB, 0xFF, 0])], File(file: Data([0xFB, 0xFF, 0])))
  private static let date = Date(timeIntervalSince1970: 1_700_000_000.5)
  private static let when: Pair = (["at": date], When(at: date))
  private static let names: Pair = (["firstName": "Ada", "homeURLPath": "/"], Names())
  private static let person: Pair = (["user": ["city": "London", "zipCode": 1] as [String: any Sendable]], Person())
  private static let absent: Pair = (
    ["name": nil as String?, "note": "x", "list": [1, nil, 3] as [Int?]],
    Absent(name: nil, note: "x", list: [1, nil, 3])
  )
  private static let space: Pair = (["text": "a b+c"], Text(text: "a b+c"))
  private static let marks: Pair = (["text": "-._~/?:#[]@!$&'()*+,;=% é"], Text(text: "-._~/?:#[]@!$&'()*+,;=% é"))

  private static func formatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy/MM/dd HH:mm"
    return formatter
  }

  private static let arrays = [
    Golden("arrays by default", .default, tags, "tags%5B%5D=b&tags%5B%5D=a"),
    Golden("brackets", FormOptions(arrayEncoding: .brackets), tags, "tags%5B%5D=b&tags%5B%5D=a"),
    Golden("noBrackets", FormOptions(arrayEncoding: .noBrackets), tags, "tags=b&tags=a"),
    Golden("indexInBrackets", FormOptions(arrayEncoding: .indexInBrackets), tags, "tags%5B0%5D=b&tags%5B1%5D=a"),
    Golden("custom arrays", FormOptions(arrayEncoding: .custom { "\($0).\($1 + 1)" }), tags, "tags.1=b&tags.2=a"),
  ]

  private static let values = [
    Golden("booleans by default", .default, truths, "no=0&yes=1"),
    Golden("numeric", FormOptions(boolEncoding: .numeric), truths, "no=0&yes=1"),
    Golden("literal", FormOptions(boolEncoding: .literal), truths, "no=false&yes=true"),
    Golden("data by default", .default, file, "file=%2B/8A"),
    Golden("base64", FormOptions(dataEncoding: .base64), file, "file=%2B/8A"),
    Golden(
      "deferredToData",
      FormOptions(dataEncoding: .deferredToData),
      file,
      "file%5B%5D=251&file%5B%5D=255&file%5B%5D=0"
    ),
    Golden("custom data", FormOptions(dataEncoding: .custom { "\($0.count) bytes" }), file, "file=3%20bytes"),
  ]

  private static let dates = [
    Golden("dates by default", .default, when, "at=721692800.5"),
    Golden("deferredToDate", FormOptions(dateEncoding: .deferredToDate), when, "at=721692800.5"),
    Golden("secondsSince1970", FormOptions(dateEncoding: .secondsSince1970), when, "at=1700000000.5"),
    Golden("millisecondsSince1970", FormOptions(dateEncoding: .millisecondsSince1970), when, "at=1700000000500.0"),
    Golden("iso8601", FormOptions(dateEncoding: .iso8601), when, "at=2023-11-14T22%3A13%3A20Z"),
    Golden("formatted", FormOptions(dateEncoding: .formatted(formatter())), when, "at=2023/11/14%2022%3A13"),
    Golden(
      "custom dates",
      FormOptions(dateEncoding: .custom { "day \(Int($0.timeIntervalSince1970) / 86_400)" }),
      when,
      "at=day%2019675"
    ),
  ]

  private static let keys = [
    Golden("keys by default", .default, names, "firstName=Ada&homeURLPath=/"),
    Golden("useDefaultKeys", FormOptions(keyEncoding: .useDefaultKeys), names, "firstName=Ada&homeURLPath=/"),
    Golden("snake case", FormOptions(keyEncoding: .convertToSnakeCase), names, "first_name=Ada&home_url_path=/"),
    Golden("kebab case", FormOptions(keyEncoding: .convertToKebabCase), names, "first-name=Ada&home-url-path=/"),
    Golden("capitalized", FormOptions(keyEncoding: .capitalized), names, "FirstName=Ada&HomeURLPath=/"),
    Golden("uppercased", FormOptions(keyEncoding: .uppercased), names, "FIRSTNAME=Ada&HOMEURLPATH=/"),
    Golden("lowercased", FormOptions(keyEncoding: .lowercased), names, "firstname=Ada&homeurlpath=/"),
    Golden("custom keys", FormOptions(keyEncoding: .custom { "x-" + $0 }), names, "x-firstName=Ada&x-homeURLPath=/"),
    Golden(
      "each key of a path",
      FormOptions(keyEncoding: .capitalized),
      person,
      "User%5BCity%5D=London&User%5BZipCode%5D=1"
    ),
  ]

  private static let keyPaths = [
    Golden("key paths by default", .default, person, "user%5Bcity%5D=London&user%5BzipCode%5D=1"),
    Golden(
      "brackets in key paths",
      FormOptions(keyPathEncoding: .brackets),
      person,
      "user%5Bcity%5D=London&user%5BzipCode%5D=1"
    ),
    Golden("dots", FormOptions(keyPathEncoding: .dots), person, "user.city=London&user.zipCode=1"),
    Golden(
      "custom key paths",
      FormOptions(keyPathEncoding: .custom { "-~\($0)" }),
      person,
      "user-~city=London&user-~zipCode=1"
    ),
  ]

  private static let nils = [
    Golden("nil by default", .default, absent, "list%5B%5D=1&list%5B%5D=3&note=x"),
    Golden("dropKey", FormOptions(nilEncoding: .dropKey), absent, "list%5B%5D=1&list%5B%5D=3&note=x"),
    Golden(
      "dropKey with indices",
      FormOptions(arrayEncoding: .indexInBrackets),
      absent,
      "list%5B0%5D=1&list%5B1%5D=3&note=x"
    ),
    Golden(
      "dropValue",
      FormOptions(nilEncoding: .dropValue),
      absent,
      "list%5B%5D=1&list%5B%5D=&list%5B%5D=3&name=&note=x"
    ),
    Golden(
      "null",
      FormOptions(arrayEncoding: .noBrackets, nilEncoding: .null),
      absent,
      "list=1&list=null&list=3&name=null&note=x"
    ),
    Golden(
      "custom nil",
      FormOptions(arrayEncoding: .noBrackets, nilEncoding: .custom { "no one" }),
      absent,
      "list=1&list=no%20one&list=3&name=no%20one&note=x"
    ),
    Golden(
      "custom nil that is dropped",
      FormOptions(nilEncoding: .custom { nil }),
      absent,
      "list%5B%5D=1&list%5B%5D=3&note=x"
    ),
  ]

  private static let bytes = [
    Golden("spaces by default", .default, space, "text=a%20b%2Bc"),
    Golden("percentEscaped", FormOptions(spaceEncoding: .percentEscaped), space, "text=a%20b%2Bc"),
    Golden("plusReplaced", FormOptions(spaceEncoding: .plusReplaced), space, "text=a+b%2Bc"),
    Golden(
      "characters by default",
      .default,
      marks,
      "text=-._~/?%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25%20%C3%A9"
    ),
    Golden("no characters", FormOptions(allowedCharacters: []), (["-": "a"], ["-": "a"]), "%2D=%61"),
    Golden(
      "brackets among the characters",
      FormOptions(allowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "[] é"))),
      (["é [": ["a b/"]], ["é [": ["a b/"]]),
      "%C3%A9%20[[]=a%20b%2F"
    ),
  ]

  private static let orders: [Golden] = {
    let unsorted: Pair = (["b": 1, "a10": 2, "a": 3, "B": 4, "é": 5], Unsorted())
    return [
      Golden("order by default", .default, unsorted, "%C3%A9=5&B=4&a10=2&a=3&b=1"),
      Golden("sorted", FormOptions(alphabetizeKeyValuePairs: true), unsorted, "%C3%A9=5&B=4&a10=2&a=3&b=1"),
    ]
  }()

  static let goldens = arrays + values + dates + keys + keyPaths + nils + bytes + orders

  @Test(arguments: goldens)
  func `a dictionary and an Encodable are written alike, as the option says`(golden: Golden) throws {
    let encoder = FormEncoder(golden.options)

    #expect(try encoder.string(parameters: golden.parameters) == golden.form)
    #expect(try encoder.string(golden.value) == golden.form)
    #expect(try encoder.encode(parameters: golden.parameters) == Data(golden.form.utf8))
    #expect(try encoder.encode(golden.value) == Data(golden.form.utf8))
  }

  @Test func `unsorted, an Encodable keeps its order, and a dictionary is sorted by its keys all the same`() throws {
    let encoder = FormEncoder(FormOptions(alphabetizeKeyValuePairs: false))
    struct Nested: Encodable { let z = Unsorted(), map = ["y": 1, "x": 2, "w": 3] }

    #expect(try encoder.string(Unsorted()) == "b=1&a10=2&a=3&B=4&%C3%A9=5")
    #expect(try encoder.string(parameters: ["b": 1, "a10": 2, "a": 3, "B": 4, "é": 5]) == "B=4&a=3&a10=2&b=1&%C3%A9=5")
    #expect(
      try encoder.string(Nested())
        == "z%5Bb%5D=1&z%5Ba10%5D=2&z%5Ba%5D=3&z%5BB%5D=4&z%5B%C3%A9%5D=5&map%5Bw%5D=3&map%5Bx%5D=2&map%5By%5D=1"
    )
  }

  @Test(arguments: [FormOptions.ArrayEncoding.brackets, .noBrackets, .indexInBrackets])
  func `arrays of objects keep their order and stay together`(encoding: FormOptions.ArrayEncoding) throws {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "[]."))
    let options = FormOptions(arrayEncoding: encoding, keyPathEncoding: .dots, allowedCharacters: allowed)
    let people: [[String: any Sendable]] = (0..<12).map { ["n": 20 - $0, "a": $0] }

    let form = try FormEncoder(options).string(parameters: ["z": 0, "people": people, "a": 1])

    let keys = (0..<12).map { encoding.bracketed("people", $0) }
    let expected = keys.enumerated().map { "\($1).a=\($0)&\($1).n=\(20 - $0)" }.joined(separator: "&")
    #expect(form == "a=1&\(expected)&z=0")
  }

  @Test func `members are in the order of their bytes as they are sent`() throws {
    let parameters: [String: any Sendable] = ["a": 1, "a[": 2, "a-": 3, "a ": 4, "A": 5, "a=": 6, "ab": 7, "a/": 8]

    let escaped = try FormEncoder().string(parameters: parameters)
    let plus = try FormEncoder(FormOptions(spaceEncoding: .plusReplaced)).string(parameters: parameters)

    #expect(escaped.split(separator: "&") == escaped.split(separator: "&").sorted())
    #expect(escaped == "A=5&a%20=4&a%3D=6&a%5B=2&a-=3&a/=8&a=1&ab=7")
    #expect(plus == "A=5&a%3D=6&a%5B=2&a+=4&a-=3&a/=8&a=1&ab=7")
  }

  @Test(.serialized, arguments: 0..<20)
  func `members are in the order of their bytes, whatever their keys`(seed: Int) throws {
    var random = Generator(seed)
    let parameters = Dictionary(
      (0..<40).map { _ in (random.text(), random.text()) },
      uniquingKeysWith: { one, _ in one }
    )

    let pairs = try FormEncoder().string(parameters: parameters).split(separator: "&", omittingEmptySubsequences: false)

    #expect(pairs == pairs.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(pairs.count == parameters.count)
  }

  @Test func `keys that become the same are both written, in the order of their values`() throws {
    let form = try FormEncoder(FormOptions(keyEncoding: .lowercased)).string(["A": "2", "a": "1"])

    #expect(form == "a=1&a=2")
  }

  @Test(arguments: [
    ("", ""), ("a", "a"), ("oneTwoThree", "one_two_three"), ("_oneTwoThree_", "_one_two_three_"),
    ("myURLProperty", "my_url_property"), ("userID", "user_id"), ("ID", "i_d"), ("URLString", "u_rl_string"),
    ("a1B", "a1_b"), ("version2Name", "version2_name"), ("already_snake", "already_snake"), ("élanVital", "élan_vital"),
    ("xY", "x_y"), ("aB1c", "a_b_1c"),
  ])
  func `words of a key are told apart by their capitals`(key: String, snake: String) throws {
    let options = FormOptions(keyEncoding: .convertToSnakeCase, keyPathEncoding: .dots)
    let kebab = FormOptions(keyEncoding: .convertToKebabCase)

    #expect(try URLQuery(encoding: [key: 1], options: options).keyValues == [KeyValue(snake, "1")])
    #expect(
      try URLQuery(encoding: [key: 1], options: kebab).keyValues.map { $0.key.split(separator: "-") }
        == [snake.split(separator: "_")] || key.contains("_")
    )
  }

  @Test func `errors of a custom encoding are thrown`() {
    let dates = FormEncoder(FormOptions(dateEncoding: .custom { _ in throw Refused() }))
    let data = FormEncoder(FormOptions(dataEncoding: .custom { _ in throw Refused() }))

    #expect(throws: Refused.self) { try dates.string(parameters: ["a": Date()]) }
    #expect(throws: Refused.self) { try data.string(["a": Data()]) }
  }

  @Test func `space and allowed characters are those of the encoder`() {
    var options = FormOptions(spaceEncoding: .plusReplaced, allowedCharacters: CharacterSet(charactersIn: "ab"))

    #expect(options.spaceEncoding == .plusReplaced)
    #expect(options.allowedCharacters == CharacterSet(charactersIn: "ab"))
    options.allowedCharacters = CharacterSet(charactersIn: "c")
    options.spaceEncoding = .percentEscaped
    #expect(options.urlEncoder == FormURLEncoder(allowedCharacters: CharacterSet(charactersIn: "c")))
  }
}

extension FormOptions.ArrayEncoding {
  fileprivate func bracketed(_ key: String, _ index: Int) -> String {
    switch self {
    case .brackets: "\(key)[]"
    case .indexInBrackets: "\(key)[\(index)]"
    default: key
    }
  }
}
