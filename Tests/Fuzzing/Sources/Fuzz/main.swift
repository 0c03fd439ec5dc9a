import CFuzzer
import Foundation

// Feeds hostile bytes to one target: `Fuzz <target> [libFuzzer's options]`. `Fuzz --list` names the targets.
//
// The seeds of the target are written to a folder of their own, which libFuzzer begins with.

guard CommandLine.arguments.count > 1, CommandLine.arguments[1] != "--list" else {
  print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
  exit(0)
}
guard let target = FuzzTarget.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
  print("no such target: \(CommandLine.arguments[1])")
  exit(2)
}

let corpus = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(target.name)-\(getpid())")
try target.writeSeeds(to: corpus)
FuzzRun.begin(target)

let options = CommandLine.arguments.dropFirst(2)
// A file that is named is an input to try again; without one, the run begins with the seeds.
let isReplay = options.contains { !$0.hasPrefix("-") }
let arguments = [CommandLine.arguments[0]] + options + (isReplay ? [] : [corpus.path])
var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
var count = CInt(arguments.count)
let status = words.withUnsafeMutableBufferPointer { buffer in
  var start = buffer.baseAddress
  return LLVMFuzzerRunDriver(&count, &start) { bytes, count in
    FuzzRun.feed(UnsafeBufferPointer(start: bytes, count: count))
    return 0
  }
}
try? FileManager.default.removeItem(at: corpus)
exit(status)
