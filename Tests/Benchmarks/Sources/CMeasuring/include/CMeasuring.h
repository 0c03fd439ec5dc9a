#ifndef CMEASURING_H
#define CMEASURING_H

#include <stdbool.h>
#include <stdint.h>

/// How often the process has allocated memory so far; always 0 where that cannot be counted.
uint64_t measuring_allocations(void);

/// Whether allocations are counted on this system.
bool measuring_counts_allocations(void);

/// The processor time that the process has used so far, in nanoseconds.
uint64_t measuring_cpu_nanoseconds(void);

#if defined(__linux__)
/// Serves 1 KB at every address of the loopback, tells its port, and ends with the standard input; -1 if it cannot.
int measuring_serve(void (*_Nonnull ready)(int port));
#endif

#endif
