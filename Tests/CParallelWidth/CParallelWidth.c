// Limits how many test cases run at once: two for each processor.
//
// Swift Testing starts every test case at once by default, so that on a slow machine a time limit counts the time in
// which a test waits for its turn. With a width, the limit of a test begins when the test does.

#include "CParallelWidth.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const name = "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH";

// Runs when the tests are loaded, before Swift Testing reads its environment. A value that is set already is kept.
__attribute__((constructor)) static void limit_width(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  char width[24];
  snprintf(width, sizeof width, "%ld", processors > 0 ? 2 * processors : 4);
  setenv(name, width, 0);
}

int parallel_width(void) {
  const char *text = getenv(name);
  return text == NULL ? 0 : atoi(text);
}
