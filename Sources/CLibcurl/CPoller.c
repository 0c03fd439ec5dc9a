#define _GNU_SOURCE
#include "CLibcurl.h"

#if defined(__linux__)

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { EVENT_COUNT = 64 };

struct poller {
  void *multi;
  /// Whether libcurl looks at all of its sockets itself.
  int scans;
  int epoll;
  int wakeup;
  /// What libcurl wants of each socket, by its number.
  unsigned char *wants;
  int capacity;
  /// The sockets that have come to wait for nothing to receive.
  int *silent;
  int silent_count;
  int silent_capacity;
  struct epoll_event events[EVENT_COUNT];
  int event_count;
};

/// Makes room for so many elements; 0 if there is no memory.
static int reserve(void **elements, int *capacity, int count, size_t size) {
  if (count <= *capacity) return 1;
  int larger = count < 512 ? 1024 : count * 2;
  void *moved = realloc(*elements, (size_t)larger * size);
  if (moved == NULL) return 0;
  memset((char *)moved + (size_t)*capacity * size, 0, (size_t)(larger - *capacity) * size);
  *elements = moved;
  *capacity = larger;
  return 1;
}

static void note_silent(struct poller *poller, int socket) {
  int has_room = reserve(
    (void **)&poller->silent, &poller->silent_capacity, poller->silent_count + 1, sizeof *poller->silent
  );
  if (has_room) poller->silent[poller->silent_count++] = socket;
}

/// Watches a socket, which epoll may know, or may have forgotten since it was closed and its number used again.
static void watch(struct poller *poller, int socket, int wants, int is_known) {
  struct epoll_event event = {.data.fd = socket};
  if (wants & LIBCURL_WANTS_READING) event.events |= EPOLLIN;
  if (wants & LIBCURL_WANTS_WRITING) event.events |= EPOLLOUT;
  if (epoll_ctl(poller->epoll, is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) == 0) return;
  if (errno == ENOENT) epoll_ctl(poller->epoll, EPOLL_CTL_ADD, socket, &event);
  else if (errno == EEXIST) epoll_ctl(poller->epoll, EPOLL_CTL_MOD, socket, &event);
}

static int socket_changed(void *easy, int socket, int change, void *context, void *unused) {
  (void)easy;
  (void)unused;
  struct poller *poller = context;
  if (socket < 0 || !reserve((void **)&poller->wants, &poller->capacity, socket + 1, 1)) return 0;
  int had = poller->wants[socket];
  int wants = change & LIBCURL_WANTS_REMOVAL ? 0 : change & (LIBCURL_WANTS_READING | LIBCURL_WANTS_WRITING);
  poller->wants[socket] = (unsigned char)wants;
  if (wants != 0) watch(poller, socket, wants, had != 0);
  // NB: without a wish, epoll would still report errors and hangups, again and again.
  else epoll_ctl(poller->epoll, EPOLL_CTL_DEL, socket, NULL);
  // An upload that waits for its body wants nothing at all then.
  if (!(wants & LIBCURL_WANTS_READING) && had != wants) note_silent(poller, socket);
  return 0;
}

static int is_made(struct poller *poller) {
  poller->epoll = epoll_create1(EPOLL_CLOEXEC);
  poller->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (poller->epoll < 0 || poller->wakeup < 0) return 0;
  struct epoll_event event = {.events = EPOLLIN, .data.fd = poller->wakeup};
  if (epoll_ctl(poller->epoll, EPOLL_CTL_ADD, poller->wakeup, &event) != 0) return 0;
  return poller->scans || libcurl_multi_watch(poller->multi, socket_changed, poller) == 0;
}

libcurl_poller poller_make(void *multi, int scans) {
  struct poller *poller = calloc(1, sizeof *poller);
  if (poller == NULL) return NULL;
  poller->multi = multi;
  poller->scans = scans;
  if (is_made(poller)) return poller;
  libcurl_multi_watch(multi, NULL, NULL);
  poller_free(poller);
  return NULL;
}

void poller_free(libcurl_poller pointer) {
  struct poller *poller = pointer;
  if (poller->epoll >= 0) close(poller->epoll);
  if (poller->wakeup >= 0) close(poller->wakeup);
  free(poller->wants);
  free(poller->silent);
  free(poller);
}

void poller_wake(libcurl_poller pointer) {
  struct poller *poller = pointer;
  eventfd_write(poller->wakeup, 1);
}

static void forget_wakeup(struct poller *poller) {
  eventfd_t count;
  eventfd_read(poller->wakeup, &count);
}

void poller_wait(libcurl_poller pointer, int milliseconds) {
  struct poller *poller = pointer;
  if (poller->scans) {
    libcurl_multi_poll(poller->multi, poller->wakeup, milliseconds);
    return forget_wakeup(poller);
  }
  // libcurl is asked for its timer each time: a callback of it would be one more thing that may be lost.
  long timeout = libcurl_multi_timeout(poller->multi);
  if (timeout >= 0 && timeout < milliseconds) milliseconds = (int)timeout;
  int count = epoll_wait(poller->epoll, poller->events, EVENT_COUNT, milliseconds);
  poller->event_count = count < 0 ? 0 : count;
}

void poller_work(libcurl_poller pointer) {
  struct poller *poller = pointer;
  if (poller->scans) {
    libcurl_multi_perform(poller->multi);
    return;
  }
  for (int index = 0; index < poller->event_count; index++) {
    int descriptor = poller->events[index].data.fd;
    if (descriptor == poller->wakeup) forget_wakeup(poller);
    // An earlier event may have ended the wish.
    else if (poller->wants[descriptor] != 0) libcurl_multi_act(poller->multi, descriptor);
  }
  poller->event_count = 0;
  if (libcurl_multi_timeout(poller->multi) == 0) libcurl_multi_act(poller->multi, LIBCURL_SOCKET_TIMEOUT);
}

int poller_next_silent(libcurl_poller pointer) {
  struct poller *poller = pointer;
  return poller->silent_count > 0 ? poller->silent[--poller->silent_count] : -1;
}

int poller_is_silent(libcurl_poller pointer, int socket) {
  struct poller *poller = pointer;
  if (poller->scans) return libcurl_multi_is_silent(poller->multi, socket);
  return socket >= 0 && socket < poller->capacity && !(poller->wants[socket] & LIBCURL_WANTS_READING);
}

#endif
