#include "CMemory.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif

void memory_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}
