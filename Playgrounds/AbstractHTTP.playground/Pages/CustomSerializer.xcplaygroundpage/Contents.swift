//: # A format of your own
//: What a response becomes is a function: for one call, or for all specs of an API by a protocol.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/points.csv", .text("1,2\n3,4\n"))
server.on(.get, "/broken.csv", .text("1,2\n3,four\n"))

struct Point { let x, y: Int }

struct InvalidLine: Error { let line: String }

protocol CSVSpec: ConnectionSpec where ResponseModel == [Point] {}

extension CSVSpec {
  func parseResponse(response: Response) throws -> [Point] {
    try response.text().split(separator: "\n").map { line in
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      guard numbers.count == 2 else { throw InvalidLine(line: String(line)) }
      return Point(x: numbers[0], y: numbers[1])
    }
  }
}

struct GetPoints: CSVSpec { let url: String }

let client = Client(baseURL: server.url(""))
print(try await client.send(GetPoints(url: "/points.csv")))
let broken = await client.connection(GetPoints(url: "/broken.csv")).start().outcome
if let error = broken.errorInfo?.error { print(error) }
print(try await client.http("/points.csv").fetchModel { try $0.text().split(separator: "\n").count }.value, "lines")
