import FetchTool
import Foundation

exit(await FetchTool().run(Array(CommandLine.arguments.dropFirst())).rawValue)
