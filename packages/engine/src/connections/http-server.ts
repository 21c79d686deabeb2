// HTTP server: connection limits and timeouts, rejection of requests that are not valid HTTP, and closing of its
// sockets at a graceful shutdown, which service.ts controls.
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { addressOf, toListenHost, toLocalHost } from '../http/addresses.js';
import { MAX_CONNECTIONS } from '../settings/setting-readers.js';
import { MAX_HEADERS_BYTES, sendClientError, writeClientError } from './client-error.js';
import {
  type ClosedConnections,
  type ConnectionLimiter,
  type ConnectionLimits,
  createConnectionLimiter,
  SWEEP_INTERVAL_MS,
} from './connection-limiter.js';
import { createPrototypes } from './express-prototypes.js';
import { hasValidHost, isHost } from './host-header.js';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
/**
 * Longer than a load balancer keeps an idle connection, 600 s at Google: it must not send into a closing one. The connection
 * limiter bounds their number.
 */
const KEEP_ALIVE_TIMEOUT_MS = 620_000;
/** Connections that wait to be accepted. Linux caps it at net.core.somaxconn; beyond it a client retries after 1 s. */
const ACCEPT_BACKLOG = 4_096;
/** Scheme, user information and host; the host is not empty. */
const ABSOLUTE_FORM = /^https?:\/\/(?:[^/?@]*@)?([^/?@:][^/?@]*)(?![^/?])/i;
const DRAIN_TIMEOUT_MS = 3_500;
const IDLE_CHECK_INTERVAL_MS = 50;
const ACCEPT_QUEUE_TIMEOUT_MS = 2_000;

export interface HttpServer {
  /** The address that the server listens on. With port 0 the system chooses the port. */
  address: AddressInfo;
  /** Those that a limit closed or refused since the start, by reason. */
  closedConnections(): ClosedConnections;
  /** Accepts no new connections, waits for requests in flight, then closes the remaining connections. */
  close(): Promise<void>;
}

interface ListenOptions extends Partial<ConnectionLimits> {
  port: number;
  host: string;
  log: Logger;
  /** Once aborted, every reply has `Connection: close`, so that the client opens its next connection elsewhere. */
  stopping?: AbortSignal;
}

/** Binds the address for a moment. @throws the system's error, as `listen` does. */
export async function assertCanListen(port: number, host: string): Promise<void> {
  const server = createTcpServer().listen({ port, host: toListenHost(host) });
  await once(server, 'listening');
  const closed = once(server, 'close');
  server.close();
  await closed;
}

/** @throws the system's error if it cannot listen on the address. */
export async function listen(
  app: Express,
  {
    port,
    host,
    log,
    stopping,
    maxConnections = MAX_CONNECTIONS,
    maxConnectionsPerAddress,
  }: ListenOptions,
): Promise<HttpServer> {
  const server = createServer({
    ...createPrototypes(app),
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: MAX_HEADERS_BYTES,
    requireHostHeader: false, // Node would send its 400 without a body
  });
  server.maxHeadersCount = 0; // maxHeaderSize limits the bytes; over a maximum count Node drops headers silently
  const connections = createConnectionLimiter({ maxConnections, maxConnectionsPerAddress }, log);
  server.on('connection', (socket) => connections.add(socket));
  let isClosing = false;
  const onRequest: RequestListener = (req, res) => {
    if (!connections.addRequest(req.socket, res)) return;
    const path = toOriginForm(req.url ?? '');
    if (path === undefined || !hasValidHost(req) || hasAmbiguousLength(req)) {
      sendClientError(res, log);
      return;
    }
    req.url = path;
    // Node's parser discards what follows such a request in the same read.
    const asksForUpgrade = req.headers.upgrade !== undefined;
    if (stopping?.aborted || isClosing || asksForUpgrade) res.shouldKeepAlive = false;
    app(req, res);
  };
  server.on('request', onRequest);
  server.on('checkContinue', onRequest); // otherwise Node sends the 100 before we know whether the body will be read
  server.on('checkExpectation', onRequest); // an unknown expectation: Node would send its 417 without a body
  const refuse = (socket: Duplex, parserCode?: string) => {
    const reply = connections.lastReply(socket);
    if (!reply || (reply.writableFinished && reply.req.complete))
      writeClientError(socket, log, parserCode);
    else if (!reply.req.complete && !reply.headersSent) sendClientError(reply, log, parserCode);
    else closeAfter(reply, socket); // replies are sent in order
  };
  server.on('connect', (_req, socket) => refuse(socket)); // no CONNECT; Node would close without a response
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, error.code);
  });
  server.listen({ port, host: toListenHost(host), backlog: ACCEPT_BACKLOG });
  await once(server, 'listening');
  const sweep = setInterval(() => connections.sweep(performance.now()), SWEEP_INTERVAL_MS);
  server.once('close', () => {
    clearInterval(sweep);
    connections.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return {
    address,
    closedConnections: connections.closed,
    close() {
      isClosing = true;
      return drain(server, connections, address);
    },
  };
}

/** Closes the connection after this reply, even if its headers have been sent already, without `Connection: close`. */
function closeAfter(reply: ServerResponse, socket: Duplex): void {
  reply.shouldKeepAlive = false;
  const close = () => (socket instanceof Socket ? socket.destroySoon() : socket.end());
  if (reply.writableFinished) close();
  else reply.once('finish', close);
}

/**
 * Whether another server on the way may find the end of the body elsewhere. Node's parser refuses a length beside `chunked`, but
 * not beside an empty `Transfer-Encoding`, and reads chunks of HTTP/1.0, which has none. Source: RFC 9112, 6.1.
 */
function hasAmbiguousLength({ headers, httpVersion }: IncomingMessage): boolean {
  const hasCoding = headers['transfer-encoding'] !== undefined;
  return hasCoding && (httpVersion === '1.0' || headers['content-length'] !== undefined);
}

/**
 * The request target in origin form, not normalized. A server must also accept the absolute form, but all later code expects
 * a path.
 * @returns Undefined for any other form, and for a target with a fragment, which clients must not send.
 * Source: RFC 9112, 3.2.
 */
function toOriginForm(target: string): string | undefined {
  if (target.includes('#')) return undefined;
  if (target.startsWith('/') || target === '*') return target;
  const [origin, host] = ABSOLUTE_FORM.exec(target) ?? [];
  if (origin === undefined || host === undefined || !isHost(host)) return undefined;
  const path = target.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

async function drain(
  server: Server,
  connections: ConnectionLimiter,
  address: AddressInfo,
): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await acceptQueued(server, address);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.closeSilent();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS); // connections become idle one by one
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/**
 * Accepts the connections that wait in the accept queue. Their clients see them as established, but libuv accepts only
 * one in each turn of the event loop, and closing the listening socket would reset the rest. The queue is first in,
 * first out: once our own connection is accepted, all earlier ones are too.
 */
async function acceptQueued(server: Server, { address, port }: AddressInfo): Promise<void> {
  const last = connect(port, toLocalHost(address));
  const isAccepted = new Promise<void>((resolve) => {
    last.once('error', () => resolve());
    server.on('connection', (socket) => {
      if (socket.remotePort === last.localPort && addressOf(socket) === last.localAddress)
        resolve();
    });
  });
  await Promise.race([isAccepted, pause(ACCEPT_QUEUE_TIMEOUT_MS, undefined, { ref: false })]);
  last.destroy();
  for (let turn = 0; turn < 2; turn += 1) await nextTurn(); // reads the requests that have already arrived on them
}
