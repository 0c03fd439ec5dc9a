/// A place in a flight: that of its leader, who began it, or of one who follows.
struct FlightSeat: Sendable {
  let key: FlightKey
  let flight: Int
  let number: Int
}

/// Who waits for which flight: a pure state machine, whose methods return what to do once its lock is left.
///
/// A flight is in it as long as somebody waits; so who comes when the last one has gone begins a new one.
struct FlightTable: Sendable {
  enum Boarding: Sendable {
    case leading(FlightSeat)
    /// Waits for the answer; the transfers go on if the leader held them.
    case following(FlightSeat, Answer<Response>, endsHold: Bool)
  }

  /// Sends the request of a follower that leads from now on.
  typealias Begin = @Sendable (FlightSeat) async throws(ConnectionError) -> Response

  /// What is to be done when a flight has ended.
  struct Landing: Sendable {
    /// Those who are to get its answer, in the order they came.
    var answers: [Answer<Response>] = []
    /// The follower whose request is to be sent for all who still wait.
    var next: (seat: FlightSeat, begin: Begin)?
  }

  /// What is to be done when somebody has left.
  struct Leaving: Sendable {
    /// Where the leader waits for the answer, if it is the one who left.
    var answer: Answer<Response>?
    /// What is to be cancelled, since nobody waits any more.
    var task: Task<Void, Never>?
    var transfers: [any HTTPExchange] = []
    var changesHold = false
  }

  private struct Follower: Sendable {
    let answer: Answer<Response>
    let begin: Begin
  }

  private struct Flight: Sendable {
    let number: Int
    /// The number of the leader's seat, also once the leader has left.
    let leading: Int
    var hasLeader = true
    var leader: Answer<Response>?
    var followers: [Int: Follower] = [:]
    var task: Task<Void, Never>?
    var transfers: [any HTTPExchange] = []
    var leaderHolds = false
    var version = 0

    func isLed(from seat: FlightSeat) -> Bool { number == seat.flight && leading == seat.number }

    var isEmpty: Bool { !hasLeader && followers.isEmpty }
    /// Whether the transfers are held: if the leader holds them, and nobody else waits.
    var isHeld: Bool { leaderHolds && hasLeader && followers.isEmpty }
  }

  private var flights: [FlightKey: Flight] = [:]
  private var lastNumber = 0

  var count: Int { flights.count }

  /// Takes a seat in the flight of a key, or begins one.
  ///
  /// - Parameter begin: Sends the request if the seat has to lead later on.
  mutating func board(_ key: FlightKey, _ begin: @escaping Begin) -> Boarding {
    lastNumber += 1
    let number = lastNumber
    let flight = { (flight: inout Flight) in flight.number }(
      &flights[key, default: Flight(number: number, leading: number)]
    )
    let seat = FlightSeat(key: key, flight: flight, number: number)
    guard flight != number else { return .leading(seat) }
    let answer = Answer<Response>()
    let endsHold = change(seat) { $0.followers[number] = Follower(answer: answer, begin: begin) }
    return .following(seat, answer, endsHold: endsHold)
  }

  /// Keeps where the leader of a flight waits, before the flight can land.
  ///
  /// - Returns: Whether the leader is still there.
  mutating func keep(_ answer: Answer<Response>, of seat: FlightSeat) -> Bool {
    guard let flight = flights[seat.key], flight.isLed(from: seat), flight.hasLeader else { return false }
    change(seat) { $0.leader = answer }
    return true
  }

  /// Keeps the task of a flight.
  ///
  /// - Returns: Whether it is still wanted; not if the flight has landed, or everybody has left.
  mutating func keep(_ task: Task<Void, Never>, of seat: FlightSeat) -> Bool {
    guard let flight = flights[seat.key], flight.isLed(from: seat) else { return false }
    change(seat) { $0.task = task }
    return true
  }

  /// Gives up a seat.
  mutating func leave(_ seat: FlightSeat) -> Leaving {
    guard let flight = flights[seat.key], flight.number == seat.flight else { return Leaving() }
    let isLeader = flight.isLed(from: seat)
    let changesHold = change(seat) { flight in
      if isLeader {
        flight.hasLeader = false
        flight.leader = nil
      } else {
        flight.followers[seat.number] = nil
      }
    }
    let answer = isLeader ? flight.leader : nil
    guard flights[seat.key]?.isEmpty == true else { return Leaving(answer: answer, changesHold: changesHold) }
    flights[seat.key] = nil
    return Leaving(answer: answer, task: flight.task, transfers: flight.transfers)
  }

  /// Ends a flight. A flight that others cancelled is formed again in the same step: its followers stay together, and the
  /// first of them leads.
  mutating func land(_ seat: FlightSeat, wasCancelled: Bool = false) -> Landing {
    guard let index = flights.index(forKey: seat.key), flights.values[index].isLed(from: seat) else { return Landing() }
    let flight = flights.remove(at: index).value
    let leader = flight.leader.map { [$0] } ?? []
    guard !flight.followers.isEmpty else { return Landing(answers: leader) }
    guard wasCancelled else {
      return Landing(answers: leader + flight.followers.sorted { $0.key < $1.key }.map(\.value.answer))
    }
    return Landing(answers: leader, next: form(flight, seat.key))
  }

  /// Forms a flight of another one's followers.
  private mutating func form(_ flight: consuming Flight, _ key: FlightKey) -> (seat: FlightSeat, begin: Begin)? {
    guard let first = flight.followers.min(by: { $0.key < $1.key }) else { return nil }
    // NB: the number stays, and with it the seats of those who wait.
    var next = Flight(number: flight.number, leading: first.key, leader: first.value.answer)
    next.followers = flight.followers
    next.followers[first.key] = nil
    flights[key] = next
    return (FlightSeat(key: key, flight: next.number, number: first.key), first.value.begin)
  }

  mutating func begin(_ transfer: any HTTPExchange, of seat: FlightSeat) {
    guard isLed(from: seat) else { return }
    change(seat) { $0.transfers.append(transfer) }
  }

  /// - Returns: Whether the others are to be told: what the leader said of the last transfer is over with it.
  mutating func end(_ transfer: any HTTPExchange, of seat: FlightSeat) -> Bool {
    guard isLed(from: seat) else { return false }
    return change(seat) { flight in
      flight.transfers.removeAll { $0 === transfer }
      if flight.transfers.allSatisfy({ $0 is Hold }) { flight.leaderHolds = false }
    }
  }

  /// Notes that the leader holds the transfers, or goes on.
  ///
  /// - Returns: Whether they are to be told.
  mutating func hold(_ holds: Bool, by seat: FlightSeat) -> Bool {
    guard isLed(from: seat) else { return false }
    return change(seat, tellsAlways: holds) { $0.leaderHolds = holds }
  }

  /// What the transfers are to be, and the number of times that this has changed; `nil` when the flight is over.
  func course(of seat: FlightSeat) -> (version: Int, isHeld: Bool, transfers: [any HTTPExchange])? {
    guard let flight = flights[seat.key], flight.number == seat.flight else { return nil }
    return (flight.version, flight.isHeld, flight.transfers)
  }

  private func isLed(from seat: FlightSeat) -> Bool { flights[seat.key]?.isLed(from: seat) == true }

  /// - Returns: Whether the transfers are to be told to stop or to go on.
  @discardableResult
  private mutating func change(
    _ seat: FlightSeat,
    tellsAlways: Bool = false,
    _ body: (inout Flight) -> Void
  ) -> Bool {
    guard let index = flights.index(forKey: seat.key), flights.values[index].number == seat.flight else { return false }
    let wasHeld = flights.values[index].isHeld
    body(&flights.values[index])
    guard flights.values[index].isHeld != wasHeld || tellsAlways else { return false }
    flights.values[index].version += 1
    return true
  }
}
