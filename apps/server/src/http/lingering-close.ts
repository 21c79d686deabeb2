// Lingering close: handling of a request body that is still unread when the reply is sent.
//
// A small body is read and discarded, so that the connection can serve the next request. A larger one ends the
// connection: the reply has `Connection: close`, the server closes its side of the socket, and destroys the socket
// after 2 s. Closing both sides at once would make the kernel send a reset, and a client that is still sending could
// lose the reply. Source: RFC 9112, 9.6.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body whose Content-Length is at most this is read to its end, to keep the connection. */
const MAX_DRAINED_BYTES = 65_536;
/** How much is read and discarded on a connection that is about to close. */
const MAX_DISCARDED_BYTES = 262_144;
const LINGER_TIMEOUT_MS = 2_000;

/** Must be called just before the reply's headers are written: then Node decides whether the connection ends. */
export function settleUnreadBody(res: ServerResponse): void {
  const { req } = res;
  if (req.complete || !announcesBody(req) || canDrain(res)) return;
  res.shouldKeepAlive = false;
  let rest = MAX_DISCARDED_BYTES;
  req.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest <= 0) req.pause();
  });
  req.resume();
  const { socket } = req;
  let timer: NodeJS.Timeout | undefined;
  // Node calls destroySoon to close a connection after the reply.
  socket.destroySoon = () => {
    socket.end();
    timer ??= setTimeout(() => socket.destroy(), LINGER_TIMEOUT_MS);
  };
  socket.once('close', () => clearTimeout(timer));
}

/** Whether the connection can be kept: the rest of the body is small, and the client is certain to send it. */
function canDrain(res: ServerResponse): boolean {
  const { req } = res;
  const isEnding = !res.shouldKeepAlive || res.getHeader('connection') === 'close';
  const isSmall = Number(req.headers['content-length'] ?? Infinity) <= MAX_DRAINED_BYTES;
  return isSmall && !isEnding && !awaitsContinue(req);
}

/** True even for an empty body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** Whether the client waits for a `100 Continue` before it sends its body. Source: RFC 9110, 10.1.1. */
export function awaitsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion !== '1.0' && /\b100-continue\b/i.test(headers.expect ?? '');
}
