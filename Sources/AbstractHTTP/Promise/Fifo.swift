/// A queue whose elements leave in the order they came; each costs O(1), and gives its room back.
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

  /// Removes elements that have not left yet; costs O(n).
  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    elements = elements[taken...].filter { $0.map { !isRemoved($0) } ?? false }
    taken = 0
  }
}

extension Fifo: Sendable where Element: Sendable {}
