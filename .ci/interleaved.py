"""A server of HTTP/2 that sends parts of two responses in the same record of TLS.

Run as: interleaved.py PORT CERTIFICATE KEY

GET /begun  begins a response, and leaves it open
GET /held   does so too, after 588 KB of it, or what its window allows
GET /beside is answered in a record that begins with 14 KB of the open response, behind another such record
GET /end    ends the open response, and is answered with its length
"""

import socket
import ssl
import sys
import threading

import h2.config
import h2.connection
import h2.events

PIECE = b"a" * 14_000


class Connection:
    def __init__(self, sock, context):
        self.sock = sock
        self.received, self.sending = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.received, self.sending, server_side=True)
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.open = None
        self.length = 0

    def flush(self):
        """Everything that was written, in one call, so that it arrives together."""
        self.sock.sendall(self.sending.read())

    def write_record(self):
        data = self.h2.data_to_send()
        while data:
            data = data[self.tls.write(data) :]

    def receive(self):
        data = self.sock.recv(65_536)
        if data:
            self.received.write(data)
        else:
            self.received.write_eof()
        return bool(data)

    def serve(self):
        while True:
            try:
                self.tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                self.flush()
                if not self.receive():
                    return
        self.flush()
        self.h2.initiate_connection()
        self.write_record()
        self.flush()
        while True:
            try:
                data = self.tls.read(65_536)
            except ssl.SSLWantReadError:
                if not self.receive():
                    return
                continue
            if not data:
                return
            for event in self.h2.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    self.answer(event.stream_id, dict(event.headers)[b":path"])
            self.write_record()
            self.flush()

    def send_piece(self):
        """A part of the open response, which its reader may not take yet."""
        if self.h2.local_flow_control_window(self.open) >= len(PIECE):
            self.h2.send_data(self.open, PIECE)
            self.length += len(PIECE)

    def answer(self, stream, path):
        if path in (b"/begun", b"/held"):
            self.open, self.length = stream, 0
            self.h2.send_headers(stream, [(":status", "200")])
            for _ in range(42 if path == b"/held" else 0):
                self.send_piece()
                self.write_record()
            return
        text = b"done"
        if path == b"/beside":
            for _ in range(2):
                self.write_record()
                self.send_piece()
        else:
            self.h2.send_data(self.open, b"", end_stream=True)
            text = str(self.length).encode()
        self.h2.send_headers(stream, [(":status", "200")])
        self.h2.send_data(stream, text, end_stream=True)


def main():
    port, certificate, key = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", port), backlog=64)
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(Connection(sock, context),), daemon=True).start()


def serve(connection):
    with connection.sock:
        try:
            connection.serve()
        except (OSError, h2.exceptions.ProtocolError):
            pass


if __name__ == "__main__":
    main()
