#define _GNU_SOURCE
#include "CMeasuring.h"

#if defined(__linux__)

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int listen_everywhere(void) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
  // Every address of this machine's loopback, and none of another's.
  if (setsockopt(listener, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3) != 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 8192) != 0) return -1;
  return listener;
}

static int port_of(int listener) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  return getsockname(listener, (struct sockaddr *)&address, &size) == 0 ? ntohs(address.sin_port) : -1;
}

static void accept_all(int listener, int poller) {
  for (;;) {
    int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) return;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = client};
    epoll_ctl(poller, EPOLL_CTL_ADD, client, &event);
  }
}

/// Answers what was asked for with 1 KB, except for /idle, which is never answered.
static void serve(int client) {
  static char request[16384], response[2048];
  static int length = 0;
  if (length == 0) {
    length = sprintf(response, "HTTP/1.1 200 OK\r\nContent-Length: 1024\r\n\r\n");
    memset(response + length, 'a', 1024);
    length += 1024;
  }
  ssize_t count = recv(client, request, sizeof request, 0);
  if (count <= 0) close(client);
  else if (strncmp(request, "GET /idle ", 10) != 0) send(client, response, (size_t)length, MSG_NOSIGNAL);
}

int measuring_serve(void (*ready)(int)) {
  int listener = listen_everywhere(), poller = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, input = {.events = EPOLLIN, .data.fd = 0};
  if (listener < 0 || poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event) != 0) return -1;
  epoll_ctl(poller, EPOLL_CTL_ADD, 0, &input);
  ready(port_of(listener));
  for (;;) {
    struct epoll_event events[256];
    int count = epoll_wait(poller, events, 256, -1);
    for (int index = 0; index < count; index++) {
      if (events[index].data.fd == 0) return 0;
      if (events[index].data.fd == listener) accept_all(listener, poller);
      else serve(events[index].data.fd);
    }
  }
}

#endif
