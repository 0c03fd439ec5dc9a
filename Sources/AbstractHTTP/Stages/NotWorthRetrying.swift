/// An error that is the same a moment later: `.retry` passes it on at once, and spends no try on it.
protocol NotWorthRetrying: Error {}
