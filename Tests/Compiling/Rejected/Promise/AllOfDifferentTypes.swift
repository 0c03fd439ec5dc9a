// error: cannot convert value of type 'Promise<Never, String, any Error>'
import AbstractHTTP

func load(_ number: Promise<Never, Int, any Error>, _ text: Promise<Never, String, any Error>) {
  Promise<Never, Int, any Error>.all([number, text]).success { print($0) }
}
