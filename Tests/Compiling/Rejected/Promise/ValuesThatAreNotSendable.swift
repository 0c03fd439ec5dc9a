// error: does not conform to the 'Sendable' protocol
import AbstractHTTP

final class Account { var name = "" }

func load() -> Promise<Never, Account, any Error> { Promise(value: Account()) }
