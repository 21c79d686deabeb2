// Owns the sockets: their limits and time-outs, requests that are not HTTP, and the end of service.
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { ApiError, invalidRequest } from './errors.js';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000; // longer than the usual proxy's, so that it never sends into a closing socket
const LARGEST_HEADERS_BYTES = 16_384;
const DRAIN_MS = 4_000;

export interface HttpServer {
  /** Where it listens: with port 0 the system chose one. */
  address: AddressInfo;
  /** Takes no new connections, lets requests in flight finish, then cuts what is left. */
  close(): Promise<void>;
}

/** @throws the system's error if the address cannot be had. */
export async function listen(app: Express, port: number, host: string): Promise<HttpServer> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: LARGEST_HEADERS_BYTES,
  });
  server.on('request', (req, res) => {
    req.url = toOriginForm(req.url ?? '/');
    if (!server.listening) res.setHeader('Connection', 'close');
    app(req, res);
  });
  server.on('clientError', refuseMalformed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.off('error', reject) && undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return { address, close: () => drain(server) };
}

/** A server must take the absolute form too; everything behind it knows paths only. Source: RFC 9112, 3.2.2. */
function toOriginForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}

/** What Node's parser refuses never becomes a request, but its sender is told in the same form. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason, body } = describeMalformed(error.code);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

function describeMalformed(code: string | undefined) {
  const { body } = invalidRequest({ in: 'header', path: '', message: 'is not valid HTTP' });
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        reason: 'Request Header Fields Too Large',
        body: {
          ...body,
          message: `The headers are larger than ${LARGEST_HEADERS_BYTES} bytes.`,
          status: 431,
        },
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        reason: 'Request Timeout',
        body: { ...body, message: 'The request took too long.', status: 408 },
      };
    default:
      return {
        status: 400,
        reason: 'Bad Request',
        body: { ...new ApiError('invalid_request').body, details: body.details },
      };
  }
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(deadline);
}
