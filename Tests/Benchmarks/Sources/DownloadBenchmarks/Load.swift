import Foundation

/// What a download took.
struct Load {
  let seconds: Double
  let megabytesPerSecond: Double
  /// The processor time of this process, in milliseconds.
  let processor: Double
  /// The peak above the start, in megabytes.
  let memory: Double
  let isHere: Bool

  /// The file is not as long as it was to be.
  struct Failed: Error {
    let name: String
    let size: Int
  }

  static func of(_ download: Download, _ bytes: Int, in folder: URL) async throws -> Load {
    let file = folder.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let (clock, cpu, memory) = (ContinuousClock.now, processorTime(), Memory.current())
    Memory.resetPeak()
    try await download.run(file)
    let (time, used, peak) = (ContinuousClock.now - clock, processorTime() - cpu, Memory.peak())
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    guard size == bytes else { throw Failed(name: download.name, size: size) }
    return Load(
      seconds: time / .seconds(1),
      megabytesPerSecond: Double(size) / 1_048_576 / (time / .seconds(1)),
      processor: used * 1_000,
      memory: max(0, peak - memory),
      isHere: download.isHere
    )
  }

  /// The medians of several; of the memory the highest.
  static func median(_ loads: [Load]) -> Load {
    func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    return Load(
      seconds: middle(loads.map(\.seconds)),
      megabytesPerSecond: middle(loads.map(\.megabytesPerSecond)),
      processor: middle(loads.map(\.processor)),
      memory: loads.map(\.memory).max() ?? 0,
      isHere: loads.allSatisfy(\.isHere)
    )
  }

  func row(_ name: String, next ours: Load) -> String {
    let speed = String(format: "%.0f", megabytesPerSecond)
    let cost = isHere ? String(format: "%.0f | %.1f", processor, memory) : " | "
    return "| \(name) | \(speed) | \(cost) | \(String(format: "%.2f", megabytesPerSecond / ours.megabytesPerSecond)) |"
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The memory that this process has in the machine's, in megabytes.
enum Memory {
  #if os(Linux)
    static func current() -> Double { status("VmRSS:") }

    static func peak() -> Double { status("VmHWM:") }

    /// Makes the peak what there is now.
    static func resetPeak() { try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs")) }

    private static func status(_ name: String) -> Double {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      let kilobytes = line.flatMap { Double($0.filter(\.isNumber)) } ?? 0
      return kilobytes / 1_024
    }
  #else
    static func current() -> Double { peak() }

    /// The peak of the whole process: what came before a download hides what it takes, if that is less.
    static func peak() -> Double {
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1_048_576
    }

    static func resetPeak() {}
  #endif
}
