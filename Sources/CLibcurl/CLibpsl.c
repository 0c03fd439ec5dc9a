#include "CLibpsl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  const void *list;
  int (*is_public_suffix)(const void *, const char *);
} psl;

static void load(void) {
  void *library = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  const void *(*latest)(const char *) = (const void *(*)(const char *))dlsym(library, "psl_latest");
  const void *(*builtin)(void) = (const void *(*)(void))dlsym(library, "psl_builtin");
  psl.is_public_suffix = (int (*)(const void *, const char *))dlsym(library, "psl_is_public_suffix");
  // The system's list may be newer than the one that libpsl was built with.
  if (latest != NULL) psl.list = latest(NULL);
  if (psl.list == NULL && builtin != NULL) psl.list = builtin();
}

int libpsl_is_public_suffix(const char *domain) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (psl.list == NULL || psl.is_public_suffix == NULL) return -1;
  return psl.is_public_suffix(psl.list, domain) != 0;
}

#endif
