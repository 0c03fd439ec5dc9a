import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct DurationTextTests {
  @Test(arguments: [
    (Duration.zero, "0 ms"), (.microseconds(123), "0.12 ms"), (.milliseconds(7), "7 ms"),
    (.milliseconds(999), "999 ms"),
    (.microseconds(999_700), "1 s"), (.milliseconds(1_240), "1.24 s"), (.seconds(90), "90 s"),
    (.milliseconds(-5), "-5 ms"),
    (.seconds(Int64.max), "9.223372036854776e+18 seconds"),
  ])
  func `durations are short`(duration: Duration, text: String) {
    #expect(duration.brief == text)
  }

  @Test(arguments: [
    (Duration.zero, "0s"), (.seconds(10), "10s"), (.milliseconds(250), "0.25s"), (.milliseconds(300), "0.3s"),
    (.nanoseconds(1), "0.000000001s"), (.milliseconds(-500), "-0.5s"), (.milliseconds(-1_500), "-1.5s"),
  ])
  func `in names, durations are exact`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }
}
