import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct TransferMetricsTextTests {
  @Test func `prints the phases that took place, and the connection`() {
    var metrics = TransferMetrics(total: .milliseconds(100))
    (metrics.nameLookup, metrics.connect) = (.milliseconds(3), .milliseconds(12))
    (metrics.wait, metrics.receive) = (.milliseconds(80), .milliseconds(4))
    (metrics.protocolVersion, metrics.remoteAddress, metrics.remotePort) = ("HTTP/2", "2001:db8::1", 443)
    (metrics.tlsVersion, metrics.isReused) = ("TLSv1.3", true)

    #expect(
      "\(metrics)" == "dns 3 ms, connect 12 ms, wait 80 ms, receive 4 ms; HTTP/2, TLSv1.3, [2001:db8::1]:443, reused"
    )
    #expect("\(TransferMetrics(total: .seconds(2)))" == "total 2 s")
  }

  @Test func `the first byte comes before what is received`() {
    var metrics = TransferMetrics(total: .milliseconds(100))
    let before = metrics.timeToFirstByte
    metrics.wait = .milliseconds(50)
    let atHead = metrics.timeToFirstByte
    metrics.receive = .milliseconds(30)

    #expect(before == nil)
    #expect(atHead == .milliseconds(100))
    #expect(metrics.timeToFirstByte == .milliseconds(70))
  }

  @Test func `how a response traveled is no part of what it is`() {
    var one = Response(statusCode: 200)
    (one.protocolVersion, one.metrics) = ("HTTP/2", TransferMetrics(total: .seconds(1)))
    var other = one
    other.metrics = nil
    other.trailers = ["X-A": "b"]

    #expect(one == Response(statusCode: 200))
    #expect(one.metrics != nil && other.metrics == nil)
    #expect(other.trailers == ["X-A": "b"] && one.trailers == nil)
    #expect(other.protocolVersion == "HTTP/2")
  }
}
