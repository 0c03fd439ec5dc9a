#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of the command line. Calls the target with one input after the other.
///
/// Declared by no header of the toolchain: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *bytes, size_t count));

/// The processor time that the calling thread has used, in nanoseconds.
uint64_t fuzzer_thread_nanoseconds(void);

/// Ends the process so that libFuzzer keeps the input.
_Noreturn void fuzzer_fail(void);

#endif
