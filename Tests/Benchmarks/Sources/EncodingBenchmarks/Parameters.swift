import Foundation

/// The 100 parameters that are encoded.
struct Parameters: Encodable {
  let text0 = "value0", text1 = "swift & linux 1", text2 = "value2", text3 = "swift & linux 3"
  let text4 = "value4", text5 = "swift & linux 5", text6 = "value6", text7 = "swift & linux 7"
  let text8 = "value8", text9 = "swift & linux 9", text10 = "value10", text11 = "swift & linux 11"
  let text12 = "value12", text13 = "swift & linux 13", text14 = "value14", text15 = "swift & linux 15"
  let text16 = "value16", text17 = "swift & linux 17", text18 = "value18", text19 = "swift & linux 19"
  let text20 = "value20", text21 = "swift & linux 21", text22 = "value22", text23 = "swift & linux 23"
  let text24 = "value24", text25 = "swift & linux 25", text26 = "value26", text27 = "swift & linux 27"
  let text28 = "value28", text29 = "swift & linux 29", text30 = "value30", text31 = "swift & linux 31"
  let text32 = "value32", text33 = "swift & linux 33", text34 = "value34", text35 = "swift & linux 35"
  let text36 = "value36", text37 = "swift & linux 37", text38 = "value38", text39 = "swift & linux 39"
  let number0 = 0, number1 = 1001, number2 = 2002, number3 = 3003
  let number4 = 4004, number5 = 5005, number6 = 6006, number7 = 7007
  let number8 = 8008, number9 = 9009, number10 = 10010, number11 = 11011
  let number12 = 12012, number13 = 13013, number14 = 14014, number15 = 15015
  let number16 = 16016, number17 = 17017, number18 = 18018, number19 = 19019
  let number20 = 20020, number21 = 21021, number22 = 22022, number23 = 23023
  let number24 = 24024, number25 = 25025, number26 = 26026, number27 = 27027
  let number28 = 28028, number29 = 29029
  let flag0 = false, flag1 = true, flag2 = false, flag3 = true
  let flag4 = false, flag5 = true, flag6 = false, flag7 = true
  let flag8 = false, flag9 = true, flag10 = false, flag11 = true
  let flag12 = false, flag13 = true, flag14 = false
  let ratio0 = 0.25, ratio1 = 1.25, ratio2 = 2.25, ratio3 = 3.25
  let ratio4 = 4.25, ratio5 = 5.25, ratio6 = 6.25, ratio7 = 7.25
  let ratio8 = 8.25, ratio9 = 9.25, ratio10 = 10.25, ratio11 = 11.25
  let ratio12 = 12.25, ratio13 = 13.25, ratio14 = 14.25

  /// The same, as a dictionary.
  static let dictionary: [String: any Sendable] = {
    let values = Parameters()
    var dictionary: [String: any Sendable] = [:]
    for (key, value) in values.texts { dictionary[key] = value }
    for (key, value) in values.numbers { dictionary[key] = value }
    for (key, value) in values.flags { dictionary[key] = value }
    for (key, value) in values.ratios { dictionary[key] = value }
    return dictionary
  }()

  /// A form as one writes it by hand, where one knows what is in it.
  func form(_ encode: (String) -> String) -> Data {
    var pairs: [(key: String, value: String)] = []
    pairs.reserveCapacity(100)
    for (key, value) in texts { pairs.append((key, value)) }
    for (key, value) in numbers { pairs.append((key, String(value))) }
    for (key, value) in flags { pairs.append((key, value ? "1" : "0")) }
    for (key, value) in ratios { pairs.append((key, String(value))) }
    pairs.sort { $0.key < $1.key }
    var text = ""
    for pair in pairs {
      if !text.isEmpty { text += "&" }
      text += encode(pair.key)
      text += "="
      text += encode(pair.value)
    }
    return Data(text.utf8)
  }

  private var texts: [(String, String)] {
    [
      ("text0", text0), ("text1", text1), ("text2", text2), ("text3", text3), ("text4", text4),
      ("text5", text5), ("text6", text6), ("text7", text7), ("text8", text8), ("text9", text9),
      ("text10", text10), ("text11", text11), ("text12", text12), ("text13", text13), ("text14", text14),
      ("text15", text15), ("text16", text16), ("text17", text17), ("text18", text18), ("text19", text19),
      ("text20", text20), ("text21", text21), ("text22", text22), ("text23", text23), ("text24", text24),
      ("text25", text25), ("text26", text26), ("text27", text27), ("text28", text28), ("text29", text29),
      ("text30", text30), ("text31", text31), ("text32", text32), ("text33", text33), ("text34", text34),
      ("text35", text35), ("text36", text36), ("text37", text37), ("text38", text38), ("text39", text39),
    ]
  }

  private var numbers: [(String, Int)] {
    [
      ("number0", number0), ("number1", number1), ("number2", number2), ("number3", number3), ("number4", number4),
      ("number5", number5), ("number6", number6), ("number7", number7), ("number8", number8), ("number9", number9),
      ("number10", number10), ("number11", number11), ("number12", number12), ("number13", number13),
      ("number14", number14),
      ("number15", number15), ("number16", number16), ("number17", number17), ("number18", number18),
      ("number19", number19),
      ("number20", number20), ("number21", number21), ("number22", number22), ("number23", number23),
      ("number24", number24),
      ("number25", number25), ("number26", number26), ("number27", number27), ("number28", number28),
      ("number29", number29),
    ]
  }

  private var flags: [(String, Bool)] {
    [
      ("flag0", flag0), ("flag1", flag1), ("flag2", flag2), ("flag3", flag3), ("flag4", flag4),
      ("flag5", flag5), ("flag6", flag6), ("flag7", flag7), ("flag8", flag8), ("flag9", flag9),
      ("flag10", flag10), ("flag11", flag11), ("flag12", flag12), ("flag13", flag13), ("flag14", flag14),
    ]
  }

  private var ratios: [(String, Double)] {
    [
      ("ratio0", ratio0), ("ratio1", ratio1), ("ratio2", ratio2), ("ratio3", ratio3), ("ratio4", ratio4),
      ("ratio5", ratio5), ("ratio6", ratio6), ("ratio7", ratio7), ("ratio8", ratio8), ("ratio9", ratio9),
      ("ratio10", ratio10), ("ratio11", ratio11), ("ratio12", ratio12), ("ratio13", ratio13), ("ratio14", ratio14),
    ]
  }

}
