#ifndef CLIBCURL_H
#define CLIBCURL_H

#include "CLibpsl.h"

/// The part of libcurl that the library uses, loaded while the program runs.
///
/// Swift cannot call C variadics, and no header of libcurl is asked for: these are prototypes of our own, with fixed
/// types. The numbers are part of libcurl's stable ABI. Empty on Apple's systems.

#include "CContentCoding.h"
#include "CPoller.h"

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// Loads libcurl 7.68 or later; 0 if it is there. To be called before all else, from one thread.
int libcurl_load(void);
/// The version that was loaded, eight bits a part: `0x075801` is 7.88.1.
unsigned int libcurl_version(void);
typedef void *_Nullable libcurl_pointer;
typedef size_t (*libcurl_transfer)(char *_Nullable bytes, size_t size, size_t count, libcurl_pointer context);
typedef int (*libcurl_seek)(libcurl_pointer context, int64_t offset, int origin);
typedef int (*libcurl_progress)(
  libcurl_pointer context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent
);
typedef int (*libcurl_prerequest)(
  libcurl_pointer context, char *_Nullable remote_address, char *_Nullable local_address, int remote_port, int local_port
);
/// Appends lines to a list; 0 to send them.
typedef int (*libcurl_trailers)(libcurl_pointer *_Nullable list, libcurl_pointer context);
/// What libcurl wants of a socket: a `LIBCURL_WANTS_…`.
typedef int (*libcurl_socket_change)(
  libcurl_pointer easy, int socket, int wants, libcurl_pointer context, libcurl_pointer unused
);

enum libcurl_option {
  LIBCURL_PROXY = 10004,
  LIBCURL_KEYPASSWD = 10026,
  LIBCURL_SSLCERTTYPE = 10086,
  LIBCURL_CAPATH = 10097,
  LIBCURL_PROXYUSERNAME = 10175,
  LIBCURL_PROXYPASSWORD = 10176,
  LIBCURL_NOPROXY = 10177,
  LIBCURL_RESOLVE = 10203,
  LIBCURL_PINNEDPUBLICKEY = 10230,
  LIBCURL_UNIX_SOCKET_PATH = 10231,
  LIBCURL_SSL_VERIFYPEER = 64,
  LIBCURL_SSL_VERIFYHOST = 81,
  LIBCURL_CONNECTTIMEOUT_MS = 156,
  LIBCURL_MAXAGE_CONN = 288,
  LIBCURL_SSLCERT_BLOB = 40291,
  LIBCURL_SSLKEY_BLOB = 40292,
  LIBCURL_CAINFO_BLOB = 40309,
  LIBCURL_WRITEDATA = 10001,
  LIBCURL_URL = 10002,
  LIBCURL_REQUEST_TARGET = 10266,
  LIBCURL_READDATA = 10009,
  LIBCURL_ERRORBUFFER = 10010,
  LIBCURL_USERAGENT = 10018,
  LIBCURL_HTTPHEADER = 10023,
  LIBCURL_HEADERDATA = 10029,
  LIBCURL_CUSTOMREQUEST = 10036,
  LIBCURL_PROGRESSDATA = 10057,
  LIBCURL_CAINFO = 10065,
  LIBCURL_PRIVATE = 10103,
  LIBCURL_SSL_CTX_DATA = 10109,
  LIBCURL_OPENSOCKETDATA = 10164,
  LIBCURL_SEEKDATA = 10168,
  LIBCURL_TRAILERDATA = 10284,
  LIBCURL_PREREQDATA = 10313,
  LIBCURL_SSLVERSION = 32,
  LIBCURL_NOPROGRESS = 43,
  LIBCURL_NOBODY = 44,
  LIBCURL_UPLOAD = 46,
  LIBCURL_FOLLOWLOCATION = 52,
  LIBCURL_FRESH_CONNECT = 74,
  LIBCURL_FORBID_REUSE = 75,
  LIBCURL_HTTPGET = 80,
  LIBCURL_HTTP_VERSION = 84,
  LIBCURL_DNS_CACHE_TIMEOUT = 92,
  LIBCURL_BUFFERSIZE = 98,
  LIBCURL_NOSIGNAL = 99,
  LIBCURL_PROTOCOLS = 181,
  LIBCURL_PATH_AS_IS = 234,
  LIBCURL_PIPEWAIT = 237,
  LIBCURL_PROXY_SSLVERSION = 250,
  LIBCURL_SUPPRESS_CONNECT_HEADERS = 265,
  LIBCURL_QUICK_EXIT = 322,
  LIBCURL_WRITEFUNCTION = 20011,
  LIBCURL_READFUNCTION = 20012,
  LIBCURL_HEADERFUNCTION = 20079,
  LIBCURL_SEEKFUNCTION = 20167,
  LIBCURL_XFERINFOFUNCTION = 20219,
  LIBCURL_INFILESIZE = 30115,
};

enum { LIBCURL_SOCKET_COUNT = 8 };

/// The sockets that a handle opened last: those of its connection, of which the fastest address wins.
struct libcurl_sockets {
  int opened[LIBCURL_SOCKET_COUNT];
  unsigned int count;
};

enum libcurl_socket_state { LIBCURL_SOCKET_QUIET, LIBCURL_SOCKET_READABLE, LIBCURL_SOCKET_ENDED };

enum libcurl_multi_option { LIBCURL_MAXCONNECTS = 6, LIBCURL_MAX_TOTAL_CONNECTIONS = 13 };

enum { LIBCURL_WANTS_READING = 1, LIBCURL_WANTS_WRITING = 2, LIBCURL_WANTS_REMOVAL = 4 };
enum { LIBCURL_SOCKET_TIMEOUT = -1 };

enum libcurl_value {
  LIBCURL_PROTOCOL_HTTP = 1,
  LIBCURL_PROTOCOL_HTTPS = 2,
  LIBCURL_PAUSE_CONT = 0,
  LIBCURL_PAUSE_RECEIVING = 1,
  LIBCURL_PAUSE_ALL = 5,
  LIBCURL_HTTP_VERSION_NONE = 0,
  LIBCURL_HTTP_VERSION_1_1 = 2,
  LIBCURL_HTTP_VERSION_2_PRIOR = 5,
  LIBCURL_TLS_1_2 = 6,
  LIBCURL_TLS_1_3 = 7,
  LIBCURL_READ_ABORT = 0x10000000,
  LIBCURL_ERROR_SIZE = 256,
};

libcurl_pointer libcurl_easy_init(void);
void libcurl_easy_cleanup(libcurl_pointer easy);
int libcurl_easy_pause(libcurl_pointer easy, int directions);
const char *_Nonnull libcurl_easy_strerror(int code);
int libcurl_set_number(libcurl_pointer easy, enum libcurl_option option, long number);
int libcurl_set_size(libcurl_pointer easy, enum libcurl_option option, int64_t size);
int libcurl_set_text(libcurl_pointer easy, enum libcurl_option option, const char *_Nullable text);
int libcurl_set_pointer(libcurl_pointer easy, enum libcurl_option option, libcurl_pointer pointer);
/// Sets bytes, which are copied; 48 if libcurl doesn't know the option, 4 if its TLS library doesn't.
int libcurl_set_blob(libcurl_pointer easy, enum libcurl_option option, const void *_Nullable bytes, size_t count);
/// Whether the TLS library is OpenSSL or one of its kind.
int libcurl_uses_openssl(void);
int libcurl_set_transfer(libcurl_pointer easy, enum libcurl_option option, libcurl_transfer _Nonnull function);
int libcurl_set_seek(libcurl_pointer easy, libcurl_seek _Nonnull function);
/// Sets what is called for the fields after a body in chunks; `NULL` for none.
void libcurl_set_trailers(libcurl_pointer easy, libcurl_pointer context, libcurl_trailers _Nullable function);
int libcurl_set_progress(libcurl_pointer easy, libcurl_progress _Nonnull function);
/// Sets what is called before each request is sent, on a connection that is there; 48 before libcurl 7.80.
int libcurl_set_prerequest(libcurl_pointer easy, libcurl_prerequest _Nonnull function);
/// Opens sockets that a child process does not inherit, and notes them. `sockets` must outlive the handle.
int libcurl_set_sockets(libcurl_pointer easy, struct libcurl_sockets *_Nonnull sockets);
/// Watches, with OpenSSL, whether a server asks for a client certificate. `context` must outlive the handle.
int libcurl_watch_certificates(libcurl_pointer easy, libcurl_pointer *_Nonnull context);
/// Whether the server of that context did. On the thread of the transfer.
int libcurl_was_certificate_asked(libcurl_pointer context);
/// The pointer given for `LIBCURL_PRIVATE`.
libcurl_pointer libcurl_get_private(libcurl_pointer easy);
/// What libcurl knows of a transfer, as a `curl_off_t`: times in microseconds since its beginning, and sizes in bytes.
enum libcurl_measure {
  LIBCURL_SIZE_SENT = 0x600000 + 7,
  LIBCURL_SIZE_RECEIVED = 0x600000 + 8,
  LIBCURL_TIME_NAME_LOOKUP = 0x600000 + 51,
  LIBCURL_TIME_CONNECT = 0x600000 + 52,
  LIBCURL_TIME_PRETRANSFER = 0x600000 + 53,
  LIBCURL_TIME_SECURE_CONNECT = 0x600000 + 56,
};

/// What it knows as a `long`: sizes in bytes.
enum libcurl_head_size { LIBCURL_HEAD_RECEIVED = 0x200000 + 11, LIBCURL_HEAD_SENT = 0x200000 + 12 };

/// 0 for what is not known.
int64_t libcurl_get_measure(libcurl_pointer easy, enum libcurl_measure measure);
int64_t libcurl_get_head_size(libcurl_pointer easy, enum libcurl_head_size size);
/// The version of TLS on the connection of the transfer, with OpenSSL; `NULL` without TLS. From within a callback alone.
const char *_Nullable libcurl_get_tls_version(libcurl_pointer easy);
/// The address of the peer, and the ports of both ends; `NULL` if there is no connection.
const char *_Nullable libcurl_get_line(libcurl_pointer easy, int *_Nonnull remote_port, int *_Nonnull local_port);
/// How many bytes of the request's body were given to the socket.
int64_t libcurl_get_sent(libcurl_pointer easy);
/// The result of verifying the server's certificate; 0 for a good one.
long libcurl_get_verification(libcurl_pointer easy);
/// Whether the transfer opened its connection, rather than took one that was kept.
int libcurl_is_connection_new(libcurl_pointer easy);
/// Whether a socket is bound to a port, and so is still what it was.
int libcurl_socket_has_port(int socket, int port);
/// What waits to be read on a socket, which is left there.
enum libcurl_socket_state libcurl_peek(int socket);

/// Appends to a list, which `NULL` begins; `NULL` if memory is short.
libcurl_pointer libcurl_list_append(libcurl_pointer list, const char *_Nonnull text);
void libcurl_list_free(libcurl_pointer list);

/// Not from two threads at once.
libcurl_pointer libcurl_multi_init(void);
int libcurl_multi_cleanup(libcurl_pointer multi);
int libcurl_multi_set(libcurl_pointer multi, enum libcurl_multi_option option, long number);
int libcurl_multi_add(libcurl_pointer multi, libcurl_pointer easy);
int libcurl_multi_remove(libcurl_pointer multi, libcurl_pointer easy);
/// Lets every transfer work.
int libcurl_multi_perform(libcurl_pointer multi);
/// Waits for a socket, a timer of libcurl's, another descriptor that becomes readable, or the time given.
int libcurl_multi_poll(libcurl_pointer multi, int descriptor, int milliseconds);
/// Calls a function when libcurl wants something else of a socket. The function must not call libcurl.
int libcurl_multi_watch(libcurl_pointer multi, libcurl_socket_change _Nullable function, libcurl_pointer context);
/// Lets the transfers of a socket work, and those whose time has come; `LIBCURL_SOCKET_TIMEOUT` for the latter alone.
int libcurl_multi_act(libcurl_pointer multi, int socket);
/// Lets the transfers of a socket read, whether or not bytes have arrived there.
int libcurl_multi_read(libcurl_pointer multi, int socket);
/// How many milliseconds may pass until a transfer's time comes; -1 if there is no such time.
long libcurl_multi_timeout(libcurl_pointer multi);
/// Whether the transfers on a socket wait for nothing to receive: the response has ended, unless it is held.
int libcurl_multi_is_silent(libcurl_pointer multi, int socket);
/// The next transfer that is done, with its result; `NULL` if there is none.
libcurl_pointer libcurl_multi_next_done(libcurl_pointer multi, int *_Nonnull result);

#endif
#endif
