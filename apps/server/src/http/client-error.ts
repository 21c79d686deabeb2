// Client errors at the HTTP level: malformed requests get the contract's Error body and a sampled log line. The line
// has the X-Request-Id of the response.
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { malformed } from '../errors.js';
import { samplerOf } from '../lib/log-sampler.js';
import { addressKeyOf } from '../rate-limit/rate-limit-key.js';

export const MAX_HEADERS_BYTES = 16_384;

const LINGER_MS = 500; // so that the client can read the error before the socket is closed

/**
 * Rejects a request that Node's parser accepts and we do not, or whose body failed to parse midway. Headers that were
 * set already, such as the request id and the quota, are kept.
 */
export function answerClientError(res: ServerResponse, log: Logger, code?: string): void {
  const { remoteAddress } = res.req.socket;
  const knownId = res.getHeader('X-Request-Id');
  const { status, headers, text } = describeMalformed({ log, remoteAddress, code, knownId });
  res.writeHead(status, headers).end(text);
}

/**
 * Rejects a request for which there is no response object: writes the response to the raw socket, and closes the socket
 * after LINGER_MS so that the client can read it.
 * @param code The error code of Node's parser, if the parser rejected the request.
 */
export function answerClientErrorOnSocket(socket: Duplex, log: Logger, code?: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const remoteAddress = socket instanceof Socket ? socket.remoteAddress : undefined;
  const { status, headers, text } = describeMalformed({ log, remoteAddress, code });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

interface Malformed {
  log: Logger;
  remoteAddress: string | undefined;
  code: string | undefined;
  /** The request id, if the request was already assigned one. Such a request has a log line of its own. */
  knownId?: unknown;
}

function describeMalformed({ log, remoteAddress, code, knownId }: Malformed) {
  const requestId = typeof knownId === 'string' ? knownId : randomUUID();
  const body = malformedBody(code);
  const { status } = body;
  if (knownId === undefined) {
    const client = addressKeyOf(remoteAddress);
    samplerOf(log).write({ client, status, message: 'malformed request', limit: 1 }, () => ({
      requestId,
      status,
      parserCode: code,
    }));
  }
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
  const { body } = malformed('header', 'is not valid HTTP');
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: body.code,
        message: `The headers are larger than ${MAX_HEADERS_BYTES} bytes.`,
        status: 431,
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: body.code, message: 'The request took too long.', status: 408 };
    default:
      return body;
  }
}
