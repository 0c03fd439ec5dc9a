/// An error after which the same request would only fail again at once.
protocol NotWorthRetrying: Error {}
