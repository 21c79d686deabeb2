// Client errors at the HTTP level: malformed requests get the contract's Error body and a sampled log line. The line
// has the X-Request-Id of the response.
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { malformed } from '@animal-store/core/errors';
import type { Logger } from 'pino';
import { addressOf } from '../http/addresses.js';
import { formatHeaders } from '../http/headers.js';
import { discardUnreadBody } from '../http/request-body.js';
import { samplerOf } from '../logging/log-sampler.js';
import { addressKeyOf } from '../rate-limit/rate-limit-key.js';
import { Exchange } from '../request/exchange.js';

export const MAX_HEADERS_BYTES = 16_384;

const LINGER_TIMEOUT_MS = 500; // so that the client can read the error before the socket is closed

/**
 * Rejects a request that Node's parser accepts and we do not, or whose body failed to parse midway, and closes the
 * connection. Headers that were set already, such as the request id and the quota, are kept.
 * @param parserCode The error code of Node's parser, if the parser rejected the request.
 */
export function sendClientError(
  res: ServerResponse & { locals?: unknown },
  log: Logger,
  parserCode?: string,
): void {
  res.shouldKeepAlive = false;
  if (res.locals instanceof Exchange) {
    const body = errorBody(parserCode);
    res.locals.error = { ...body, parserCode };
    res.locals.send(body.status, JSON.stringify(body)); // such a request has a log line of its own
    return;
  }
  const { status, headers, text } = createReply(res.req.socket, log, parserCode);
  discardUnreadBody(res);
  res.writeHead(status, headers).end(text);
}

/** Rejects a request for which there is no response object: writes the response to the raw socket. */
export function writeClientError(socket: Duplex, log: Logger, parserCode?: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, text } = createReply(socket, log, parserCode);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${formatHeaders(headers)}`;
  socket.end(`${head}\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Logs the error. @returns the reply; its headers are names and values in turns. */
function createReply(socket: Duplex, log: Logger, parserCode: string | undefined) {
  const body = errorBody(parserCode);
  const { code, status } = body;
  const text = JSON.stringify(body);
  const requestId = randomUUID();
  const client = socket instanceof Socket ? addressOf(socket) : undefined;
  const fields = () => ({ requestId, status, code, client, parserCode });
  samplerOf(log).write(
    { client: addressKeyOf(client), status, message: 'malformed request', limit: 1 },
    fields,
  );
  const headers = [
    ...['X-Request-Id', requestId],
    ...['Content-Type', 'application/json'],
    ...['Content-Length', String(Buffer.byteLength(text))],
    ...['Connection', 'close'],
  ];
  return { status, headers, text };
}

function errorBody(parserCode: string | undefined) {
  const { body } = malformed('header', 'is not valid HTTP');
  const { code } = body;
  switch (parserCode) {
    case 'HPE_HEADER_OVERFLOW': {
      const message = `The headers are larger than ${MAX_HEADERS_BYTES} bytes.`;
      return { code, message, status: 431 };
    }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code, message: 'The request took too long.', status: 408 };
    default:
      return body;
  }
}
