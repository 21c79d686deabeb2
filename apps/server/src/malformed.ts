// Owns the replies to what is not HTTP as we speak it: no request comes of it, but its sender is told in the usual form,
// and the log knows the reply's X-Request-Id.
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { invalidRequest } from './errors.js';

export const LARGEST_HEADERS_BYTES = 16_384;

const LINGER_MS = 500; // for the sender to read what is wrong with it

/**
 * Refuses what Node's parser let through and we do not, or a body that it gave up on in the middle. What was said of the
 * request so far, its id and its quota, is said all the same.
 */
export function refuseRequest(res: ServerResponse, log: Logger, code?: string): void {
  const { status, headers, text } = describeMalformed(log, code, res.getHeader('X-Request-Id'));
  res.writeHead(status, headers).end(text);
}

/**
 * Refuses what has no response to write to: its sender gets one on the bare socket, and a moment to read it.
 * @param code Of Node's parser, if it was that which refused.
 */
export function refuseSocket(socket: Duplex, log: Logger, code?: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, text } = describeMalformed(log, code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

function describeMalformed(log: Logger, code?: string, knownId?: unknown) {
  const requestId = typeof knownId === 'string' ? knownId : randomUUID();
  const body = malformedBody(code);
  const { status } = body;
  // A request that has an id has a line of its own in the log.
  if (knownId === undefined) log.info({ requestId, status, parserCode: code }, 'malformed request');
  const text = JSON.stringify(body);
  const headers = {
    'X-Request-Id': requestId,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  };
  return { status, headers, text };
}

function malformedBody(code: string | undefined) {
  const { body } = invalidRequest({ in: 'header', path: '', message: 'is not valid HTTP' });
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: body.code,
        message: `The headers are larger than ${LARGEST_HEADERS_BYTES} bytes.`,
        status: 431,
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: body.code, message: 'The request took too long.', status: 408 };
    default:
      return body;
  }
}
