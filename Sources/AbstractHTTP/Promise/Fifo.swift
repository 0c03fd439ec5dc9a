/// A first-in, first-out queue. Adding and removing take constant time, and unused memory is released.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var taken = 0

  var isEmpty: Bool { taken == elements.count }

  mutating func append(_ element: consuming Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard taken < elements.count else { return nil }
    let element = elements[taken].take()
    taken += 1
    if taken == elements.count {
      elements.removeAll(keepingCapacity: taken < 1024)
      taken = 0
    } else if taken > 1024, taken > elements.count / 2 {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }

  /// Removes elements from the queue, in linear time.
  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    elements = elements[taken...].filter { $0.map { !isRemoved($0) } ?? false }
    taken = 0
  }
}

extension Fifo: Sendable where Element: Sendable {}
