// Owns the sockets: their limits and time-outs, what of HTTP is served, and the end of service.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { Connections } from './connections.js';
import { shapesOf } from './express-shapes.js';
import { headerValues } from './header-values.js';
import { LARGEST_HEADERS_BYTES, refuseRequest, refuseSocket } from './malformed.js';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000; // longer than the usual proxy's, so that it never sends into a closing socket
const MOST_CONNECTIONS = 10_000;
const DRAIN_MS = 3_500;
const IDLE_CHECK_MS = 50;
const LET_IN_MS = 2_000;

export interface HttpServer {
  /** Where it listens: with port 0 the system chose one. */
  address: AddressInfo;
  /** Takes no new connections, lets requests in flight finish, then cuts what is left. */
  close(): Promise<void>;
}

export interface ListenOptions {
  port: number;
  host: string;
  log: Logger;
  /** Once aborted, every reply asks its client to connect elsewhere next time. */
  stopping?: AbortSignal;
}

/** @throws the system's error if the address cannot be had. */
export async function listen(
  app: Express,
  { port, host, log, stopping }: ListenOptions,
): Promise<HttpServer> {
  const server = createServer({
    ...shapesOf(app),
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: LARGEST_HEADERS_BYTES,
    requireHostHeader: false, // Node would refuse without a body
  });
  server.maxHeadersCount = 0; // their bytes are bounded; Node would drop the last of many without a word
  const connections = new Connections(MOST_CONNECTIONS);
  server.on('connection', (socket) => connections.add(socket));
  let isClosing = false;
  const answer: RequestListener = (req, res) => {
    connections.use(req.socket, res);
    const path = toOriginForm(req.url ?? '');
    if (path === undefined || !namesItsHost(req)) {
      refuseRequest(res, log);
      return;
    }
    req.url = path;
    if (stopping?.aborted || isClosing) res.setHeader('Connection', 'close');
    app(req, res);
  };
  server.on('request', answer);
  server.on('checkExpectation', answer); // an expectation that we do not know: Node would refuse without a body
  server.on('connect', (_req, socket) => refuseSocket(socket, log)); // no tunnels; Node would hang up without a word
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const reply = connections.lastReply(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    else if (!reply || reply.writableFinished) refuseSocket(socket, log, error.code);
    else if (!reply.req.complete && !reply.headersSent) refuseRequest(reply, log, error.code);
    else reply.shouldKeepAlive = false; // replies come in order: this one ends, and the connection with it
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return {
    address,
    close() {
      isClosing = true;
      return drain(server, connections, address);
    },
  };
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
  const hosts = headerValues(req, 'host').length;
  return hosts === 1 || (hosts === 0 && req.httpVersion === '1.0');
}

async function drain(
  server: Server,
  connections: Connections,
  address: AddressInfo,
): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await letIn(server, address);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.endSilent();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS); // as their requests end
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/**
 * Whoever has connected by now is let in. To them the connection stands, but we hear of one in each turn of the event
 * loop, and those that we have not heard of would be reset. They come in order: once our own is in, all before it are.
 */
async function letIn(server: Server, { address, port }: AddressInfo): Promise<void> {
  const last = connect(port, address);
  const isIn = new Promise<void>((resolve) => {
    last.once('error', () => resolve());
    server.on('connection', ({ remotePort, remoteAddress }) => {
      if (remotePort === last.localPort && remoteAddress === last.localAddress) resolve();
    });
  });
  await Promise.race([isIn, pause(LET_IN_MS, undefined, { ref: false })]);
  last.destroy();
  for (let turn = 0; turn < 2; turn += 1) await nextTurn(); // to read what they have sent already
}
