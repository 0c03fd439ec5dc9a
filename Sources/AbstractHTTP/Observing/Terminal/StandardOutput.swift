// NB: with Foundation, the compiler sees the C library without its `@preconcurrency`, and rejects `stdout`.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// Writes what the program has printed and is still in a buffer.
///
/// NB: flushing all streams would wait for a thread that reads a line of the standard input.
func flushStandardOutput() { fflush(stdout) }
