/// A flight, as it goes along with the request of the one who began it.
final class Flight: Sendable {
  private let flights: Flights
  private let seat: FlightSeat

  init(flights: Flights, seat: FlightSeat) {
    self.flights = flights
    self.seat = seat
  }

  /// Who is told of one transfer of the flight, in place of its leader.
  func watcher(for leader: any TransferWatcher) -> any TransferWatcher {
    FlightWatcher(flight: self, leader: leader, shared: SharedTransfer(flight: self))
  }

  fileprivate func began(_ transfer: any HTTPExchange) { flights.began(transfer, of: seat) }

  fileprivate func ended(_ transfer: any HTTPExchange) { flights.ended(transfer, of: seat) }

  fileprivate func leave() { flights.leave(seat) }

  fileprivate func hold(_ holds: Bool) { flights.hold(holds, by: seat) }
}

/// Gives the flight the transfer, and its leader only a say in it.
private struct FlightWatcher: TransferWatcher {
  let flight: Flight
  let leader: any TransferWatcher
  let shared: SharedTransfer

  func transferBegan(_ exchange: any HTTPExchange) {
    flight.began(exchange)
    leader.transferBegan(shared)
  }

  func transferProgressed(_ progress: TransferProgress) { leader.transferProgressed(progress) }

  func transferEnded(_ exchange: any HTTPExchange) {
    flight.ended(exchange)
    leader.transferEnded(shared)
  }
}

/// A transfer that others wait for, too, as its leader sees it: cancelling it is to wait no longer.
private final class SharedTransfer: HTTPExchange {
  private let flight: Flight

  init(flight: Flight) { self.flight = flight }

  func cancel() { flight.leave() }

  func suspend() { flight.hold(true) }

  func resume() { flight.hold(false) }
}
