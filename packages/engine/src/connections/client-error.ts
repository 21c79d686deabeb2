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
  const body = errorBody(parserCode);
  const text = JSON.stringify(body);
  res.shouldKeepAlive = false;
  if (res.locals instanceof Exchange) {
    res.locals.error = { ...body, parserCode };
    res.locals.send(body.status, text); // such a request has a log line of its own
    return;
  }
  const requestId = logClientError(log, res.req.socket, body, parserCode);
  discardUnreadBody(res);
  res.writeHead(body.status, headersOf(requestId, text)).end(text);
}

/** Rejects a request for which there is no response object: writes the response to the raw socket. */
export function writeClientError(socket: Duplex, log: Logger, parserCode?: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorBody(parserCode);
  const { status } = body;
  const requestId = logClientError(log, socket, body, parserCode);
  const text = JSON.stringify(body);
  const headers = formatHeaders(headersOf(requestId, text));
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** @returns The request id. */
function logClientError(
  log: Logger,
  socket: Duplex,
  { code, status }: ReturnType<typeof errorBody>,
  parserCode: string | undefined,
): string {
  const requestId = randomUUID();
  const client = socket instanceof Socket ? addressOf(socket) : undefined;
  const fields = () => ({ requestId, status, code, client, parserCode });
  samplerOf(log).write(
    { client: addressKeyOf(client), status, message: 'malformed request', limit: 1 },
    fields,
  );
  return requestId;
}

/** Names and values in turns. */
function headersOf(requestId: string, text: string): string[] {
  return [
    ...['X-Request-Id', requestId],
    ...['Content-Type', 'application/json'],
    ...['Content-Length', String(Buffer.byteLength(text))],
    ...['Connection', 'close'],
  ];
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
