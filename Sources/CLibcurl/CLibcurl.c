#include "CLibcurl.h"

#if defined(__linux__)

#include <dlfcn.h>

struct version_info {
  int age;
  const char *version;
  unsigned int number;
};

struct message {
  int kind;
  void *easy;
  union {
    void *pointer;
    int result;
  } data;
};

enum { GLOBAL_DEFAULT = 3, VERSION_NOW = 3, OLDEST = 0x074400, INFO_PRIVATE = 0x100000 + 21, MESSAGE_DONE = 1 };

static struct {
  int (*global_init)(long);
  struct version_info *(*version_info)(int);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_pause)(void *, int);
  const char *(*easy_strerror)(int);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned int, int, int *);
  int (*multi_wakeup)(void *);
  struct message *(*multi_info_read)(void *, int *);
} curl;

static int take(void *library, const char *name, void *place) {
  void *symbol = dlsym(library, name);
  *(void **)place = symbol;
  return symbol != NULL;
}

#define TAKE(name) take(library, "curl_" #name, &curl.name)

static int take_all(void *library) {
  return TAKE(global_init) && TAKE(version_info) && TAKE(easy_init) && TAKE(easy_cleanup) && TAKE(easy_pause)
    && TAKE(easy_strerror) && TAKE(easy_setopt) && TAKE(easy_getinfo) && TAKE(slist_append) && TAKE(slist_free_all)
    && TAKE(multi_init) && TAKE(multi_setopt) && TAKE(multi_add_handle) && TAKE(multi_remove_handle)
    && TAKE(multi_perform) && TAKE(multi_poll) && TAKE(multi_wakeup) && TAKE(multi_info_read);
}

int libcurl_load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) continue;
    if (take_all(library) && curl.version_info(VERSION_NOW)->number >= OLDEST && curl.global_init(GLOBAL_DEFAULT) == 0)
      return 0;
    dlclose(library);
  }
  return -1;
}

libcurl_pointer libcurl_easy_init(void) { return curl.easy_init(); }
void libcurl_easy_cleanup(libcurl_pointer easy) { curl.easy_cleanup(easy); }
int libcurl_easy_pause(libcurl_pointer easy, int directions) { return curl.easy_pause(easy, directions); }
const char *libcurl_easy_strerror(int code) { return curl.easy_strerror(code); }

int libcurl_set_number(libcurl_pointer easy, enum libcurl_option option, long number) {
  return curl.easy_setopt(easy, option, number);
}

int libcurl_set_size(libcurl_pointer easy, enum libcurl_option option, int64_t size) {
  return curl.easy_setopt(easy, option, size);
}

int libcurl_set_text(libcurl_pointer easy, enum libcurl_option option, const char *text) {
  return curl.easy_setopt(easy, option, text);
}

int libcurl_set_pointer(libcurl_pointer easy, enum libcurl_option option, libcurl_pointer pointer) {
  return curl.easy_setopt(easy, option, pointer);
}

int libcurl_set_transfer(libcurl_pointer easy, enum libcurl_option option, libcurl_transfer function) {
  return curl.easy_setopt(easy, option, function);
}

int libcurl_set_seek(libcurl_pointer easy, libcurl_seek function) {
  return curl.easy_setopt(easy, LIBCURL_SEEKFUNCTION, function);
}

int libcurl_set_progress(libcurl_pointer easy, libcurl_progress function) {
  return curl.easy_setopt(easy, LIBCURL_XFERINFOFUNCTION, function);
}

libcurl_pointer libcurl_get_private(libcurl_pointer easy) {
  void *pointer = NULL;
  return curl.easy_getinfo(easy, INFO_PRIVATE, &pointer) == 0 ? pointer : NULL;
}

libcurl_pointer libcurl_list_append(libcurl_pointer list, const char *text) { return curl.slist_append(list, text); }
void libcurl_list_free(libcurl_pointer list) { curl.slist_free_all(list); }

libcurl_pointer libcurl_multi_init(void) { return curl.multi_init(); }

int libcurl_multi_set(libcurl_pointer multi, enum libcurl_multi_option option, long number) {
  return curl.multi_setopt(multi, option, number);
}

int libcurl_multi_add(libcurl_pointer multi, libcurl_pointer easy) { return curl.multi_add_handle(multi, easy); }
int libcurl_multi_remove(libcurl_pointer multi, libcurl_pointer easy) { return curl.multi_remove_handle(multi, easy); }

int libcurl_multi_perform(libcurl_pointer multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}

int libcurl_multi_poll(libcurl_pointer multi, int milliseconds) {
  return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int libcurl_multi_wakeup(libcurl_pointer multi) { return curl.multi_wakeup(multi); }

libcurl_pointer libcurl_multi_next_done(libcurl_pointer multi, int *result) {
  int remaining = 0;
  for (struct message *message = curl.multi_info_read(multi, &remaining); message != NULL;
       message = curl.multi_info_read(multi, &remaining)) {
    if (message->kind != MESSAGE_DONE) continue;
    *result = message->data.result;
    return message->easy;
  }
  return NULL;
}

#endif
