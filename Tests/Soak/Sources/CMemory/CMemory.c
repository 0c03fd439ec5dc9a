#include "CMemory.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif

void memory_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

size_t memory_allocated(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}
