#define _GNU_SOURCE
#include "CLibcurl.h"

#if defined(__linux__)

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>

struct version_info {
  int age;
  const char *version;
  unsigned int number;
  const char *host;
  int features;
  const char *ssl_version;
};

struct message {
  int kind;
  void *easy;
  union {
    void *pointer;
    int result;
  } data;
};

struct socket_address {
  int family;
  int kind;
  int protocol;
  unsigned int size;
  struct sockaddr address;
};

enum { GLOBAL_DEFAULT = 3, VERSION_NOW = 3, OLDEST = 0x074400, MESSAGE_DONE = 1 };

enum info {
  INFO_PRIVATE = 0x100000 + 21,
  INFO_PRIMARY_IP = 0x100000 + 32,
  INFO_PRIMARY_PORT = 0x200000 + 40,
  INFO_LOCAL_PORT = 0x200000 + 42,
  INFO_SSL_VERIFYRESULT = 0x200000 + 13,
  INFO_NUM_CONNECTS = 0x200000 + 26,
  INFO_SIZE_UPLOAD = 0x600000 + 7,
  INFO_TLS_SSL_PTR = 0x400000 + 45,
};

enum option {
  OPENSOCKETFUNCTION = 20163,
  PREREQFUNCTION = 20312,
  TRAILERFUNCTION = 20283,
  SSL_CTX_FUNCTION = 20108,
};

enum multi_option {
  SOCKETFUNCTION = 20001,
  SOCKETDATA = 10002,
};

/// libcurl's `struct curl_waitfd`, and its event for reading.
struct wait_descriptor {
  int socket;
  short events;
  short ready;
};

enum { WAIT_READABLE = 1 };

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
  int (*multi_cleanup)(void *);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned int, int, int *);
  int (*multi_socket_action)(void *, int, int, int *);
  int (*multi_timeout)(void *, long *);
  int (*multi_fdset)(void *, fd_set *, fd_set *, fd_set *, int *);
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
    && TAKE(multi_init) && TAKE(multi_cleanup) && TAKE(multi_setopt) && TAKE(multi_add_handle)
    && TAKE(multi_remove_handle) && TAKE(multi_perform) && TAKE(multi_poll) && TAKE(multi_socket_action)
    && TAKE(multi_timeout) && TAKE(multi_fdset) && TAKE(multi_info_read);
}

// MARK: - Client certificates: whether a server asked for one, which only the TLS library knows

static struct {
  void (*set_certificate_callback)(void *context, int (*)(void *, void **, void **));
  void *(*context_of)(const void *connection);
  const char *(*version_of)(const void *connection);
} openssl;

/// libcurl's `struct curl_tlssessioninfo`.
struct tls_session {
  int backend;
  const void *connection;
};

enum { BACKEND_OPENSSL = 1 };

enum { ASKED_COUNT = 64 };

/// The contexts whose servers asked for a certificate of late. The loop's thread alone reads and writes them.
static _Thread_local void *asked[ASKED_COUNT];
static _Thread_local unsigned int asked_next;

static void take_openssl(void *library) {
  const char *name = curl.version_info(VERSION_NOW)->ssl_version;
  if (name == NULL || strncmp(name, "OpenSSL/", 8) != 0) return;
  take(library, "SSL_get_version", &openssl.version_of);
  if (!take(library, "SSL_CTX_set_client_cert_cb", &openssl.set_certificate_callback)
      || !take(library, "SSL_get_SSL_CTX", &openssl.context_of))
    openssl.set_certificate_callback = NULL;
}

static void forget_asked(void *context) {
  for (int index = 0; index < ASKED_COUNT; index++)
    if (asked[index] == context) asked[index] = NULL;
}

static int certificate_asked(void *connection, void **certificate, void **key) {
  (void)certificate;
  (void)key;
  void *context = openssl.context_of(connection);
  forget_asked(context);
  asked[asked_next++ % ASKED_COUNT] = context;
  return 0;
}

static int watch_context(void *easy, void *context, void *place) {
  (void)easy;
  forget_asked(context);
  openssl.set_certificate_callback(context, certificate_asked);
  *(void **)place = context;
  return 0;
}

int libcurl_watch_certificates(libcurl_pointer easy, libcurl_pointer *context) {
  if (openssl.set_certificate_callback == NULL) return -1;
  int result = curl.easy_setopt(easy, LIBCURL_SSL_CTX_DATA, context);
  return result != 0 ? result : curl.easy_setopt(easy, SSL_CTX_FUNCTION, watch_context);
}

int libcurl_was_certificate_asked(libcurl_pointer context) {
  for (int index = 0; context != NULL && index < ASKED_COUNT; index++)
    if (asked[index] == context) return 1;
  return 0;
}

// MARK: - Loading

int libcurl_load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) continue;
    if (take_all(library) && curl.version_info(VERSION_NOW)->number >= OLDEST && curl.global_init(GLOBAL_DEFAULT) == 0) {
      take_openssl(library);
      return 0;
    }
    dlclose(library);
  }
  return -1;
}

unsigned int libcurl_version(void) { return curl.version_info(VERSION_NOW)->number; }

// MARK: - Easy handles

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

/// libcurl's `struct curl_blob`, and its flag for a copy.
struct blob {
  const void *bytes;
  size_t count;
  unsigned int flags;
};

enum { BLOB_COPY = 1 };

int libcurl_set_blob(libcurl_pointer easy, enum libcurl_option option, const void *bytes, size_t count) {
  struct blob blob = {bytes, count, BLOB_COPY};
  return curl.easy_setopt(easy, option, bytes == NULL ? NULL : &blob);
}

int libcurl_uses_openssl(void) {
  static const char *const names[] = {"OpenSSL/", "LibreSSL/", "BoringSSL", "AWS-LC", "quictls/"};
  const char *name = curl.version_info(VERSION_NOW)->ssl_version;
  for (size_t index = 0; name != NULL && index < sizeof names / sizeof *names; index++)
    if (strncmp(name, names[index], strlen(names[index])) == 0) return 1;
  return 0;
}

int libcurl_set_transfer(libcurl_pointer easy, enum libcurl_option option, libcurl_transfer function) {
  return curl.easy_setopt(easy, option, function);
}

int libcurl_set_seek(libcurl_pointer easy, libcurl_seek function) {
  return curl.easy_setopt(easy, LIBCURL_SEEKFUNCTION, function);
}

void libcurl_set_trailers(libcurl_pointer easy, libcurl_pointer context, libcurl_trailers function) {
  curl.easy_setopt(easy, LIBCURL_TRAILERDATA, context);
  curl.easy_setopt(easy, TRAILERFUNCTION, function);
}

int libcurl_set_progress(libcurl_pointer easy, libcurl_progress function) {
  return curl.easy_setopt(easy, LIBCURL_XFERINFOFUNCTION, function);
}

int libcurl_set_prerequest(libcurl_pointer easy, libcurl_prerequest function) {
  return curl.easy_setopt(easy, PREREQFUNCTION, function);
}

static int open_socket(void *context, int purpose, struct socket_address *address) {
  (void)purpose;
  struct libcurl_sockets *sockets = context;
  int descriptor = socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
  sockets->opened[sockets->count++ % LIBCURL_SOCKET_COUNT] = descriptor;
  return descriptor;
}

int libcurl_set_sockets(libcurl_pointer easy, struct libcurl_sockets *sockets) {
  int result = curl.easy_setopt(easy, LIBCURL_OPENSOCKETDATA, sockets);
  return result != 0 ? result : curl.easy_setopt(easy, OPENSOCKETFUNCTION, open_socket);
}

libcurl_pointer libcurl_get_private(libcurl_pointer easy) {
  void *pointer = NULL;
  return curl.easy_getinfo(easy, INFO_PRIVATE, &pointer) == 0 ? pointer : NULL;
}

const char *libcurl_get_line(libcurl_pointer easy, int *remote_port, int *local_port) {
  const char *address = NULL;
  long remote = 0, local = 0;
  if (curl.easy_getinfo(easy, INFO_PRIMARY_IP, &address) != 0 || address == NULL || *address == 0) return NULL;
  if (curl.easy_getinfo(easy, INFO_PRIMARY_PORT, &remote) != 0) return NULL;
  if (curl.easy_getinfo(easy, INFO_LOCAL_PORT, &local) != 0 || local <= 0) return NULL;
  *remote_port = (int)remote;
  *local_port = (int)local;
  return address;
}

int64_t libcurl_get_sent(libcurl_pointer easy) {
  int64_t count = 0;
  return curl.easy_getinfo(easy, INFO_SIZE_UPLOAD, &count) == 0 ? count : 0;
}

int64_t libcurl_get_measure(libcurl_pointer easy, enum libcurl_measure measure) {
  int64_t value = 0;
  return curl.easy_getinfo(easy, measure, &value) == 0 ? value : 0;
}

int64_t libcurl_get_head_size(libcurl_pointer easy, enum libcurl_head_size size) {
  long value = 0;
  return curl.easy_getinfo(easy, size, &value) == 0 ? value : 0;
}

const char *libcurl_get_tls_version(libcurl_pointer easy) {
  struct tls_session *session = NULL;
  if (openssl.version_of == NULL || curl.easy_getinfo(easy, INFO_TLS_SSL_PTR, &session) != 0) return NULL;
  if (session == NULL || session->backend != BACKEND_OPENSSL || session->connection == NULL) return NULL;
  return openssl.version_of(session->connection);
}

long libcurl_get_verification(libcurl_pointer easy) {
  long result = 0;
  return curl.easy_getinfo(easy, INFO_SSL_VERIFYRESULT, &result) == 0 ? result : 0;
}

int libcurl_socket_has_port(int socket, int port) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return 0;
  if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port) == port;
  return address.ss_family == AF_INET6 && ntohs(((struct sockaddr_in6 *)&address)->sin6_port) == port;
}

int libcurl_is_connection_new(libcurl_pointer easy) {
  long count = 0;
  return curl.easy_getinfo(easy, INFO_NUM_CONNECTS, &count) != 0 || count > 0;
}

enum libcurl_socket_state libcurl_peek(int socket) {
  char byte;
  ssize_t count;
  do count = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  while (count < 0 && errno == EINTR);
  if (count > 0) return LIBCURL_SOCKET_READABLE;
  return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? LIBCURL_SOCKET_QUIET : LIBCURL_SOCKET_ENDED;
}

libcurl_pointer libcurl_list_append(libcurl_pointer list, const char *text) { return curl.slist_append(list, text); }
void libcurl_list_free(libcurl_pointer list) { curl.slist_free_all(list); }

// MARK: - Multi handles

/// Marks what is open, or closes on exec the sockets that were not marked.
static void visit_sockets(unsigned char *marks, int count, int is_marking) {
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return;
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    int descriptor = atoi(entry->d_name);
    if (entry->d_name[0] == '.' || descriptor >= count) continue;
    struct sockaddr_storage name;
    socklen_t size = sizeof name;
    if (getsockname(descriptor, (struct sockaddr *)&name, &size) != 0 || name.ss_family != AF_UNIX) continue;
    if (is_marking) marks[descriptor] = 1;
    else if (!marks[descriptor]) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
  closedir(folder);
}

libcurl_pointer libcurl_multi_init(void) {
  // NB: libcurl does not close the pair of sockets that wakes the loop on exec.
  unsigned char marks[4096] = {0};
  visit_sockets(marks, sizeof marks, 1);
  void *multi = curl.multi_init();
  visit_sockets(marks, sizeof marks, 0);
  return multi;
}

int libcurl_multi_cleanup(libcurl_pointer multi) { return curl.multi_cleanup(multi); }

int libcurl_multi_set(libcurl_pointer multi, enum libcurl_multi_option option, long number) {
  return curl.multi_setopt(multi, option, number);
}

int libcurl_multi_add(libcurl_pointer multi, libcurl_pointer easy) { return curl.multi_add_handle(multi, easy); }
int libcurl_multi_remove(libcurl_pointer multi, libcurl_pointer easy) { return curl.multi_remove_handle(multi, easy); }

int libcurl_multi_perform(libcurl_pointer multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}

int libcurl_multi_poll(libcurl_pointer multi, int descriptor, int milliseconds) {
  struct wait_descriptor extra = {descriptor, WAIT_READABLE, 0};
  return curl.multi_poll(multi, &extra, 1, milliseconds, NULL);
}

int libcurl_multi_watch(libcurl_pointer multi, libcurl_socket_change function, libcurl_pointer context) {
  int result = curl.multi_setopt(multi, SOCKETDATA, context);
  return result != 0 ? result : curl.multi_setopt(multi, SOCKETFUNCTION, function);
}

int libcurl_multi_act(libcurl_pointer multi, int socket) {
  int running = 0;
  return curl.multi_socket_action(multi, socket, 0, &running);
}

int libcurl_multi_read(libcurl_pointer multi, int socket) {
  enum { READABLE = 1 };
  int running = 0;
  return curl.multi_socket_action(multi, socket, READABLE, &running);
}

long libcurl_multi_timeout(libcurl_pointer multi) {
  long milliseconds = -1;
  return curl.multi_timeout(multi, &milliseconds) == 0 ? milliseconds : -1;
}

int libcurl_multi_is_silent(libcurl_pointer multi, int socket) {
  fd_set reading, writing, failing;
  int last = -1;
  FD_ZERO(&reading);
  FD_ZERO(&writing);
  FD_ZERO(&failing);
  if (socket < 0 || socket >= FD_SETSIZE) return 0;
  if (curl.multi_fdset(multi, &reading, &writing, &failing, &last) != 0) return 0;
  return !FD_ISSET(socket, &reading);
}

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
