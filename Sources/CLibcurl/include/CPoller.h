#ifndef CPOLLER_H
#define CPOLLER_H

/// What a thread that drives a multi handle of libcurl sleeps on. Empty on Apple's systems.

#if defined(__linux__)

typedef void *_Nullable libcurl_poller;

/// Makes a poller; `NULL` if the system has no descriptor or memory left.
///
/// It watches, by epoll, the sockets that libcurl names, so that a turn costs what the sockets that are ready cost. If
/// `scans` isn't 0, libcurl looks at all of its sockets in each turn instead.
libcurl_poller poller_make(void *_Nonnull multi, int scans);
/// Ends a poller, after its multi handle was cleaned up.
void poller_free(libcurl_poller poller);
/// Ends the waiting. The only function that may be called from any thread.
void poller_wake(libcurl_poller poller);
/// Waits for a socket, a timer of libcurl's, a call of `poller_wake`, or the time given.
void poller_wait(libcurl_poller poller, int milliseconds);
/// Lets libcurl work on what is ready.
void poller_work(libcurl_poller poller);
/// The next socket whose transfers have come to wait for nothing to receive; -1 if there is none.
int poller_next_silent(libcurl_poller poller);
/// Whether the transfers on a socket wait for nothing to receive: the response has ended, unless it is held.
int poller_is_silent(libcurl_poller poller, int socket);

#endif
#endif
