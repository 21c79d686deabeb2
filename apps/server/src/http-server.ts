// Owns the sockets: their limits and time-outs, requests that are not HTTP, and the end of service.
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { invalidRequest } from './errors.js';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000; // longer than the usual proxy's, so that it never sends into a closing socket
const LARGEST_HEADERS_BYTES = 16_384;
const DRAIN_MS = 4_000;
const IDLE_CHECK_MS = 50;
const LINGER_MS = 500; // for the sender of a malformed request to read what is wrong with it

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
    requireHostHeader: false, // Node would refuse without a body
  });
  const answer: RequestListener = (req, res) => {
    const path = toOriginForm(req.url ?? '');
    if (path === undefined || !namesItsHost(req)) {
      const { status, headers, text } = describeMalformed();
      res.writeHead(status, headers).end(text);
      return;
    }
    req.url = path;
    if (!server.listening) res.setHeader('Connection', 'close');
    app(req, res);
  };
  server.on('request', answer);
  server.on('checkExpectation', answer); // an expectation that we do not know: Node would refuse without a body
  server.on('connect', (_req, socket) => refuse(socket)); // no tunnels; Node would hang up without a word
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, error.code);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.off('error', reject) && undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return { address, close: () => drain(server) };
}

/**
 * A server must take the absolute form too; everything behind it knows paths only. Undefined for what is neither, and for
 * a fragment, which no client may send. Source: RFC 9112, 3.2.
 */
function toOriginForm(target: string): string | undefined {
  if (target.includes('#')) return undefined;
  if (target.startsWith('/') || target === '*') return target;
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? `${pathname}${search}` : undefined;
}

/** Once, unless it speaks HTTP/1.0, which may leave it out. Source: RFC 9112, 3.2. */
function namesItsHost(req: IncomingMessage): boolean {
  const hosts = req.headersDistinct.host?.length ?? 0;
  return hosts === 1 || (hosts === 0 && req.httpVersion === '1.0');
}

/** What Node's parser refuses has no response to write to: its sender gets one on the bare socket, and a moment to read it. */
function refuse(socket: Duplex, code?: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, text } = describeMalformed(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

/** The reply to what is not HTTP as we speak it: no request comes of it, but its sender is told in the usual form. */
function describeMalformed(code?: string) {
  const body = malformedBody(code);
  const text = JSON.stringify(body);
  const headers = {
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  };
  return { status: body.status, headers, text };
}

/** @param code Of Node's parser; undefined for what it let through and we do not. */
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

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS); // as their requests end
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
