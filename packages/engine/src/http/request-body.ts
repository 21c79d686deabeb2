// Request bodies: the bounded read into memory, and what happens to a body that is still unread when the reply is sent.
//
// A small unread body is read and discarded, so that the connection can serve the next request. A larger one ends the
// connection with a lingering close: the reply has `Connection: close`, the server closes its side of the socket, and
// destroys the socket after 2 s. Closing both sides at once would make the kernel send a reset, and a client that is
// still sending could lose the reply. Source: RFC 9112, 9.6.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, malformed } from '@animal-store/core/errors';
import type { Request } from 'express';

/** An unread body whose Content-Length is at most this is read to its end, to keep the connection. */
const MAX_DRAINED_BYTES = 65_536;
/** How many bytes a body may take on the wire, for each byte that it may have: chunks of one byte take six. */
const MAX_WIRE_BYTES_PER_BYTE = 16;
/** How much is read and discarded on a connection that is about to close. */
const MAX_DISCARDED_BYTES = 262_144;
const LINGER_TIMEOUT_MS = 2_000;

/** Whether the headers announce a body, even an empty one. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/**
 * Reads the body into memory. It gets 413 as soon as more than `maxBytes` have arrived, or chunk extensions make it many
 * times as long on the wire. The npm package body-parser would first read the body to its end, however long it is.
 */
export function readBytes(req: Request, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const { socket } = req;
    const maxSocketBytes = socket.bytesRead + maxBytes * MAX_WIRE_BYTES_PER_BYTE;
    const removeListeners = () => req.off('data', onData).off('end', onEnd).off('close', onClose);
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes && socket.bytesRead <= maxSocketBytes) {
        chunks.push(chunk);
        return;
      }
      removeListeners().resume();
      // Deferred by one turn of the event loop: if the whole body has arrived by then, the connection can stay open.
      setImmediate(() => {
        req.pause();
        reject(new ApiError('payload_too_large'));
      });
    };
    const onEnd = () => {
      removeListeners();
      // Refused meanwhile, because it took too long: it must not take effect.
      if (req.res?.headersSent) reject(malformed('body', 'is incomplete'));
      else resolve(Buffer.concat(chunks, size));
    };
    const onClose = () => {
      removeListeners();
      reject(malformed('body', 'is incomplete'));
    };
    req.on('data', onData).on('end', onEnd).on('close', onClose);
    if (expectsContinue(req)) req.res?.writeContinue();
  });
}

/** Must be called just before the reply's headers are written: then Node decides whether the connection ends. */
export function discardUnreadBody(res: ServerResponse): void {
  const { req } = res;
  const { socket } = req;
  if (req.complete || !hasBody(req) || canDrain(res)) return;
  res.shouldKeepAlive = false;
  let remainingBytes = MAX_DISCARDED_BYTES;
  req.on('data', (chunk: Buffer) => {
    remainingBytes -= chunk.length;
    if (remainingBytes <= 0) req.pause();
  });
  req.resume();
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
  const isSmall = Number(req.headers['content-length'] ?? Infinity) <= MAX_DRAINED_BYTES;
  return isSmall && res.shouldKeepAlive && !expectsContinue(req);
}

/** Whether the client waits for a `100 Continue` before it sends its body. Source: RFC 9110, 10.1.1. */
function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion !== '1.0' && /\b100-continue\b/i.test(headers.expect ?? '');
}
