// What the snippets of the doc comments of Events use without declaring it.

import AbstractHTTP
import Foundation

struct Change: Decodable {}

let url = "https://example.com/events"
