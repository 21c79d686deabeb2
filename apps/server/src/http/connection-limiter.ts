// Connection limiter: the maximum number of open connections, in total and for each client address, and the maximum
// time that a reply may stay unread.
//
// Connections are kept in order of their last activity: a request, a finished reply, or bytes that left the process.
// Over a limit, the least recently active connection is closed to make room, unless the server is still processing its
// request. So an operator's probe can connect while an attacker holds every connection. Each step takes constant time.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { LinkedList, LinkedListNode } from '../lib/linked-list.js';
import { addressKeyOf } from '../rate-limit/rate-limit-key.js';
import { LimitReport } from './limit-report.js';

export const MAX_CONNECTIONS = 10_000;
/** The interval at which `sweep` must be called. */
export const SWEEP_INTERVAL_MS = 1_000;
/** Counted in sweeps, not in milliseconds: while the process is stalled, no client can make progress. */
const MAX_SWEEPS_WITHOUT_PROGRESS = 10;
/** For each connection. An unfinished reply holds about 6 KB, and Node parses all requests of one read at once. */
const MAX_PIPELINED_REQUESTS = 100;
/** How many connections are examined to find one that may be closed. */
const MAX_EVICTION_STEPS = 32;

export interface ConnectionLimits {
  maxConnections: number;
  /** Undefined where the address does not identify the client, such as behind a proxy. */
  maxConnectionsPerAddress?: number | undefined;
}

/**
 * The state of a connection, updated in place. A map kept in order of use would be rebuilt every few requests, and V8's
 * old hash tables, each of which refers to the next, would keep all replies alive until the next full garbage
 * collection.
 */
class Connection {
  readonly inAll = new LinkedListNode<Connection>(this);
  readonly inAddress = new LinkedListNode<Connection>(this);
  unfinishedReplies = 0;
  /** The oldest reply since the connection was last idle. */
  firstUnfinished: ServerResponse | undefined = undefined;
  lastReply: ServerResponse | undefined = undefined;
  /** As of the last sweep: the bytes sent, and the number of sweeps in a row without progress although bytes wait. */
  sentBytes = 0;
  sweepsWithoutProgress = 0;

  constructor(
    readonly socket: Socket,
    readonly address: string,
    readonly ofAddress: LinkedList<Connection>,
    readonly onReplyFinished: () => void,
  ) {}
}

export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #report: LimitReport;
  readonly #bySocket = new Map<Duplex, Connection>();
  /** Least recently active first, as is each list of `#byAddress`. */
  readonly #all = new LinkedList<Connection>();
  readonly #byAddress = new Map<string, LinkedList<Connection>>();

  constructor(limits: ConnectionLimits, log: Logger) {
    this.#limits = limits;
    this.#report = new LimitReport(log);
  }

  /** Admits a new connection. Over a limit, another one is closed to make room, or else the new one is refused. */
  add(socket: Socket): void {
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    const address = addressKeyOf(socket.remoteAddress);
    const ofAddress = this.#byAddress.get(address) ?? new LinkedList<Connection>();
    const isAddressFull = ofAddress.size >= (maxConnectionsPerAddress ?? maxConnections);
    if (isAddressFull) this.#report.client = address;
    const crowded = isAddressFull ? ofAddress : this.#all;
    if ((isAddressFull || this.#all.size >= maxConnections) && !this.#evictFrom(crowded)) {
      this.#report.counts.refused += 1;
      socket.destroy();
      return;
    }
    const connection: Connection = new Connection(socket, address, ofAddress, () => {
      connection.unfinishedReplies -= 1;
      if (connection.unfinishedReplies === 0) connection.firstUnfinished = undefined;
      this.#markActive(connection);
    });
    this.#byAddress.set(address, ofAddress);
    this.#bySocket.set(socket, connection);
    this.#all.append(connection.inAll);
    ofAddress.append(connection.inAddress);
    socket.once('close', () => this.#remove(connection));
  }

  /**
   * Counts a request and stores its reply as the last one of the connection.
   * @returns Whether to process it: not after a reply that ends the connection (RFC 9112, 9.6), nor once it is closed.
   */
  use(socket: Socket, reply: ServerResponse): boolean {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) return false;
    if (connection.lastReply && endsConnection(connection.lastReply)) return false;
    if (connection.unfinishedReplies >= MAX_PIPELINED_REQUESTS) {
      this.#report.counts.overPipelined += 1;
      this.#close(connection);
      return false;
    }
    if (connection.unfinishedReplies === 0) connection.firstUnfinished = reply;
    connection.unfinishedReplies += 1;
    connection.lastReply = reply;
    reply.on('finish', connection.onReplyFinished);
    this.#markActive(connection);
    return true;
  }

  lastReply(socket: Duplex): ServerResponse | undefined {
    return this.#bySocket.get(socket)?.lastReply;
  }

  /** Closes connections whose client has stopped reading, and updates the report in the log. */
  sweep(nowMs: number): void {
    for (const connection of this.#bySocket.values()) {
      if (!this.#isStalled(connection)) continue;
      this.#report.counts.timedOut += 1;
      this.#close(connection);
    }
    this.#report.update(nowMs, this.#all.size);
  }

  /** Closes connections that never sent a byte. Node counts them as busy with their first request and would wait. */
  closeSilent(): void {
    for (const { socket } of this.#bySocket.values()) if (socket.bytesRead === 0) socket.destroy();
  }

  close(): void {
    this.#report.close(this.#all.size);
  }

  #isStalled(connection: Connection): boolean {
    const { bytesWritten, writableLength } = connection.socket;
    const sentBytes = bytesWritten - writableLength;
    if (writableLength === 0 || sentBytes !== connection.sentBytes) {
      if (writableLength > 0) this.#markActive(connection);
      connection.sentBytes = sentBytes;
      connection.sweepsWithoutProgress = 0;
      return false;
    }
    connection.sweepsWithoutProgress += 1;
    return connection.sweepsWithoutProgress >= MAX_SWEEPS_WITHOUT_PROGRESS;
  }

  /** Closes the least recently active connection of a list. @returns Whether it found one that may be closed. */
  #evictFrom(list: LinkedList<Connection>): boolean {
    for (let step = 0; step < MAX_EVICTION_STEPS; step += 1) {
      const connection = list.first?.value;
      if (connection === undefined) return false;
      const isIdle = connection.unfinishedReplies === 0;
      if (isIdle || connection.firstUnfinished?.headersSent) {
        this.#report.counts[isIdle ? 'evictedIdle' : 'evictedUnread'] += 1;
        this.#close(connection);
        return true;
      }
      this.#markActive(connection); // the server is still processing its request
    }
    return false;
  }

  #markActive({ inAll, inAddress, ofAddress, socket }: Connection): void {
    if (!this.#bySocket.has(socket)) return;
    this.#all.moveToEnd(inAll);
    ofAddress.moveToEnd(inAddress);
  }

  #close(connection: Connection): void {
    this.#remove(connection); // now, not on the close event: it must not be chosen twice
    connection.socket.destroy();
  }

  #remove({ socket, address, ofAddress, inAll, inAddress }: Connection): void {
    if (!this.#bySocket.delete(socket)) return;
    this.#all.remove(inAll);
    ofAddress.remove(inAddress);
    if (ofAddress.size === 0) this.#byAddress.delete(address);
  }
}

function endsConnection(reply: ServerResponse): boolean {
  return reply.getHeader('connection') === 'close' || (reply.headersSent && !reply.shouldKeepAlive);
}
