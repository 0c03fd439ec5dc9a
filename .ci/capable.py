"""What nginx cannot do, for the tests of each capability over HTTP/1.1 and HTTP/2: an ASGI application, served by hypercorn.

What is to wait, waits for the client.
"""

import asyncio
import gzip
import hashlib
import json
import re
from collections import defaultdict
from urllib.parse import parse_qsl

gates = defaultdict(asyncio.Event)
ended = defaultdict(asyncio.Event)


class Exchange:
    def __init__(self, scope, receive, send):
        self.scope, self.receive, self.send = scope, receive, send
        self.query = dict(parse_qsl(scope["query_string"].decode()))
        self.headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}

    async def start(self, status=200, headers=()):
        fields = [(name.lower().encode(), value.encode()) for name, value in headers]
        await self.send({"type": "http.response.start", "status": status, "headers": fields})

    async def write(self, data, more=True):
        await self.send({"type": "http.response.body", "body": data, "more_body": more})

    async def answer(self, data=b"", status=200, headers=()):
        if isinstance(data, str):
            data = data.encode()
        await self.start(status, [("content-length", str(len(data))), *headers])
        await self.write(data, more=False)

    async def pieces(self):
        while True:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                return
            if message.get("body"):
                yield message["body"]
            if not message.get("more_body"):
                return

    async def disconnected(self):
        while (await self.receive())["type"] != "http.disconnect":
            pass


async def gated(exchange):
    """A piece, and another after the gate was opened."""
    await exchange.start()
    await exchange.write(b"one ")
    await gates[exchange.query["id"]].wait()
    await exchange.write(b"two", more=False)


async def open_gate(exchange):
    gates[exchange.query["id"]].set()
    await exchange.answer()


async def unending(exchange):
    """A piece, and a body that goes on until the client lets go of it."""
    await exchange.start()
    await exchange.write(b"one")
    await exchange.disconnected()
    ended[exchange.query["id"]].set()


async def await_end(exchange):
    """Answers when the client has let go of an unending response, or of a silent one."""
    await ended[exchange.query["id"]].wait()
    await exchange.answer("ended")


async def events(exchange):
    """An event for each connection, and the end after three."""
    number = int(exchange.headers.get("last-event-id", "0")) + 1
    if number > 3:
        return await exchange.answer(status=204)
    await exchange.start(headers=[("content-type", "text/event-stream")])
    await exchange.write(f"retry: 1\nid: {number}\ndata: event {number}\n\n".encode(), more=False)


def is_authorized(exchange):
    text = exchange.headers.get("authorization", "")
    fields = {name: quoted or plain for name, quoted, plain in re.findall(r'(\w+)=(?:"([^"]*)"|([^\s,]+))', text)}
    if not text.lower().startswith("digest ") or fields.get("nonce") != "n0nce":
        return False

    def digest(text):
        return hashlib.sha256(text.encode()).hexdigest()

    user = digest(f"{fields['username']}:files:password")
    what = digest(f"{exchange.scope['method']}:{fields['uri']}")
    expected = digest(f"{user}:n0nce:{fields['nc']}:{fields['cnonce']}:auth:{what}")
    return fields["username"] == "user" and fields["response"] == expected


async def private(exchange):
    if is_authorized(exchange):
        return await exchange.answer("welcome")
    challenge = 'Digest realm="files", qop="auth", algorithm=SHA-256, nonce="n0nce"'
    await exchange.answer(status=401, headers=[("www-authenticate", challenge)])


async def upload(exchange):
    digest, length = hashlib.sha256(), 0
    async for piece in exchange.pieces():
        digest.update(piece)
        length += len(piece)
    text = json.dumps({"length": length, "sha256": digest.hexdigest(), "method": exchange.scope["method"]})
    await exchange.answer(text, headers=[("content-type", "application/json")])


async def echo(exchange):
    """Each piece of the body as it comes."""
    await exchange.start()
    async for piece in exchange.pieces():
        await exchange.write(piece)
    await exchange.write(b"", more=False)


async def redirect(exchange):
    async for _ in exchange.pieces():
        pass
    await exchange.answer(status=int(exchange.query["status"]), headers=[("location", exchange.query["to"])])


async def silence(exchange):
    await exchange.disconnected()
    ended[exchange.query.get("id", "")].set()


async def stall(exchange):
    """The beginning of a body, and nothing more."""
    await exchange.start(headers=[("content-length", "100")])
    await exchange.write(b"one")
    await exchange.disconnected()


async def trailers(exchange):
    """Fields after the body, which hypercorn sends over HTTP/2 alone."""
    await exchange.send({"type": "http.response.start", "status": 200, "headers": [], "trailers": True})
    await exchange.write(b"text", more=False)
    await exchange.send({"type": "http.response.trailers", "headers": [(b"x-trailer", b"done")]})


async def compressed(exchange):
    await exchange.answer(gzip.compress(b"text " * 20_000), headers=[("content-encoding", "gzip")])


routes = {
    "/gated": gated,
    "/open": open_gate,
    "/unending": unending,
    "/ended": await_end,
    "/events": events,
    "/private": private,
    "/upload": upload,
    "/echo": echo,
    "/redirect": redirect,
    "/silence": silence,
    "/stall": stall,
    "/trailers": trailers,
    "/gzip": compressed,
}


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    exchange = Exchange(scope, receive, send)
    route = routes.get(scope["path"])
    await (route(exchange) if route else exchange.answer(status=404))
