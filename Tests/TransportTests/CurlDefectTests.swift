#if os(Linux)
  @testable import AbstractHTTP
  import CLibcurl
  import Foundation
  import Testing
  @testable import TestSupport

  struct CurlDefectTests {
    @Test(arguments: [
      (CurlDefect.danglingHeader, [0x07_53_01, 0x08_01_00, 0x08_0A_00], [0x07_54_00, 0x07_58_01, 0x08_00_01]),
      (.noCallBeforeSending, [0x07_50_00, 0x08_00_00], [0x07_44_00, 0x07_4F_01]),
      (.unwatchedSockets, [0x07_56_00, 0x07_58_00], [0x07_57_00]),
      (.slowCancelOfLookup, [0x07_57_00, 0x08_00_00], [0x07_44_00, 0x07_56_00]),
      (.decodedProxyLogin, [0x08_08_00, 0x08_0A_00], [0x07_44_00, 0x08_07_01]),
      (.countedBody, [0x07_44_00, 0x08_06_00], [0x08_07_00, 0x08_0E_01]),
      (.failedPause, [0x08_0F_00, 0x08_11_00], [0x08_10_00]),
      (.strandedBytes, [0x08_01_00, 0x08_0E_01], [0x07_44_00, 0x08_00_01]),
    ])
    func `belongs to some versions of libcurl`(defect: CurlDefect, without: [UInt32], with: [UInt32]) {
      #expect(without.allSatisfy { !defect.isPresent(in: $0) })
      #expect(with.allSatisfy { defect.isPresent(in: $0) })
    }

    @Test(arguments: CurlDefect.allCases)
    func `is in the documentation, with its versions and its remedy`(defect: CurlDefect) throws {
      let article = Repository.articles.appending(path: "WhatYouCanRelyOn.md")
      let text = try String(contentsOf: article, encoding: .utf8)

      let row = text.split(separator: "\n").first { $0.contains("| `\(defect)` |") }

      #expect(row?.contains(defect.remedy) == true)
      let isFixed = defect.versions.upperBound < .max
      #expect(row?.contains(isFixed ? "before \(Self.text(defect.versions.upperBound))" : "and later |") == true)
      if defect.versions.lowerBound > 0 {
        #expect(row?.contains(Self.text(defect.versions.lowerBound)) == true)
      }
    }

    private static let version = ProcessInfo.processInfo.environment["ABSTRACTHTTP_LIBCURL"]

    @Test(.enabled(if: version != nil)) func `the libcurl that .ci/libcurls installed is loaded`() throws {
      _ = try #require(CurlEngine.shared)

      #expect(Self.text(libcurl_version()) == Self.version)
    }

    private static func text(_ version: UInt32) -> String {
      "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
  }
#endif
