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
import { addressOf } from '../http/addresses.js';
import { LinkedList, LinkedListNode } from '../lib/linked-list.js';
import { createIncidentLog } from '../logging/incident-log.js';
import { addressKeyOf } from '../rate-limit/rate-limit-key.js';

/** The interval at which `sweep` must be called. */
export const SWEEP_INTERVAL_MS = 1_000;
/** Counted in sweeps, not in milliseconds: while the process is stalled, no client can make progress. */
const MAX_SWEEPS_WITHOUT_PROGRESS = 10;
/** For each connection. An unfinished reply holds about 6 KB, and Node parses all requests of one read at once. */
const MAX_PIPELINED_REQUESTS = 100;
/**
 * Of all connections together: requests behind an unfinished reply of their connection, about 18 MB. V8 lets the heap grow to
 * four times what is alive. Only connections that pipeline are closed for it.
 */
const MAX_WAITING_REQUESTS = 3_000;
/** How many connections are examined to find one that may be closed. */
const MAX_EVICTION_STEPS = 32;
const INCIDENT_QUIET_MS = 10_000;

/** Connections that a limit closed or refused, by reason. */
const NONE_CLOSED = {
  /** New connections that were refused because no other connection could be closed. */
  refused: 0,
  /** Closed to make room for a new one: without a request in progress, or with a reply that was not fully read. */
  evictedIdle: 0,
  evictedUnread: 0,
  /** Closed because the client read nothing of its reply for too long. */
  timedOut: 0,
  /** Closed because of too many pipelined requests. */
  overPipelined: 0,
};

export type ClosedConnections = Readonly<typeof NONE_CLOSED>;

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
  /** In the order of their requests, in which they are also sent. */
  readonly unfinishedReplies: ServerResponse[] = [];
  lastReply: ServerResponse | undefined = undefined;
  /** Requests behind a reply that closes the connection. Node keeps them until it is closed. */
  ignoredRequests = 0;
  /** As of the last sweep: the bytes sent, and the number of sweeps in a row without progress although bytes wait. */
  sentBytes = 0;
  sweepsWithoutProgress = 0;

  constructor(
    readonly socket: Socket,
    readonly address: string,
    readonly ofAddress: LinkedList<Connection>,
  ) {}
}

export type ConnectionLimiter = ReturnType<typeof createConnectionLimiter>;

export function createConnectionLimiter(
  { maxConnections, maxConnectionsPerAddress = maxConnections }: ConnectionLimits,
  log: Logger,
) {
  /** The address that last exceeded its own limit, in the current incident. */
  let addressOverLimit: string | undefined;
  const bySocket = new Map<Duplex, Connection>();
  /** Least recently active first, as is each list of `byAddress`. */
  const all = new LinkedList<Connection>();
  const byAddress = new Map<string, LinkedList<Connection>>();
  /** Of all connections: requests behind an unfinished reply, or behind one that closes the connection. */
  let waitingRequests = 0;
  const incident = createIncidentLog(log, {
    noCounts: NONE_CLOSED,
    beginMessage: 'closing connections over the limits',
    endMessage: 'no more connections over the limits',
    quietMs: INCIDENT_QUIET_MS,
    fields: (counts, durationMs) => ({
      connections: all.size,
      ...counts,
      client: addressOverLimit,
      durationMs: durationMs && Math.round(durationMs),
    }),
  });

  function isStalled(connection: Connection): boolean {
    const { bytesWritten, writableLength } = connection.socket;
    const sentBytes = bytesWritten - writableLength;
    if (writableLength === 0 || sentBytes !== connection.sentBytes) {
      if (writableLength > 0) markActive(connection);
      connection.sentBytes = sentBytes;
      connection.sweepsWithoutProgress = 0;
      return false;
    }
    connection.sweepsWithoutProgress += 1;
    return connection.sweepsWithoutProgress >= MAX_SWEEPS_WITHOUT_PROGRESS;
  }

  /** Closes the least recently active connection of a list. @returns Whether it found one that may be closed. */
  function evictFrom(list: LinkedList<Connection>): boolean {
    for (let step = 0; step < MAX_EVICTION_STEPS; step += 1) {
      const connection = list.first?.value;
      if (connection === undefined) return false;
      const [reply] = connection.unfinishedReplies;
      if (reply === undefined || connection.socket.writableLength > 0) {
        close(connection, reply === undefined ? 'evictedIdle' : 'evictedUnread');
        return true;
      }
      markActive(connection); // the server is still processing its request
    }
    return false;
  }

  function markActive({ inAll, inAddress, ofAddress }: Connection): void {
    all.moveToEnd(inAll);
    ofAddress.moveToEnd(inAddress);
  }

  function close(connection: Connection, reason: keyof typeof NONE_CLOSED): void {
    incident.record(reason);
    remove(connection); // now, not on the close event: it must not be chosen twice
    connection.socket.destroy();
  }

  function remove(connection: Connection): void {
    const { socket, address, ofAddress } = connection;
    if (!bySocket.delete(socket)) return;
    const { unfinishedReplies, ignoredRequests } = connection;
    waitingRequests -= Math.max(0, unfinishedReplies.length - 1) + ignoredRequests;
    all.remove(connection.inAll);
    ofAddress.remove(connection.inAddress);
    if (ofAddress.size === 0) byAddress.delete(address);
  }

  return {
    /** Since the start. */
    closed: (): ClosedConnections => incident.totals,
    /** Admits a new connection. Over a limit, another one is closed to make room, or else the new one is refused. */
    add(socket: Socket): void {
      const address = addressKeyOf(addressOf(socket));
      const ofAddress = byAddress.get(address) ?? new LinkedList<Connection>();
      const isAddressFull = ofAddress.size >= maxConnectionsPerAddress;
      if (isAddressFull) addressOverLimit = address;
      const full = isAddressFull ? ofAddress : all;
      if ((isAddressFull || all.size >= maxConnections) && !evictFrom(full)) {
        incident.record('refused');
        socket.destroy();
        return;
      }
      const connection = new Connection(socket, address, ofAddress);
      byAddress.set(address, ofAddress);
      bySocket.set(socket, connection);
      all.append(connection.inAll);
      ofAddress.append(connection.inAddress);
      socket.once('close', () => remove(connection));
    },
    /**
     * Counts a request.
     * @returns Whether to process it: not behind a reply that closes the connection (RFC 9112, 9.6), nor once it is closed.
     */
    addRequest(socket: Socket, reply: ServerResponse): boolean {
      const connection = bySocket.get(socket);
      if (connection === undefined) return false;
      const { unfinishedReplies, lastReply } = connection;
      const isFull = waitingRequests >= MAX_WAITING_REQUESTS;
      const requests = unfinishedReplies.length + connection.ignoredRequests;
      if (requests >= (isFull ? 1 : MAX_PIPELINED_REQUESTS)) {
        close(connection, 'overPipelined');
        return false;
      }
      if (
        (lastReply && !lastReply.shouldKeepAlive) ||
        unfinishedReplies.some(({ shouldKeepAlive }) => !shouldKeepAlive)
      ) {
        connection.ignoredRequests += 1;
        waitingRequests += 1;
        return false;
      }
      if (unfinishedReplies.push(reply) > 1) waitingRequests += 1;
      connection.lastReply = reply;
      reply.on('finish', () => {
        if (!bySocket.has(socket)) return; // removed, with all its replies
        unfinishedReplies.shift();
        if (unfinishedReplies.length > 0) waitingRequests -= 1;
        markActive(connection);
      });
      markActive(connection);
      return true;
    },
    lastReply: (socket: Duplex) => bySocket.get(socket)?.lastReply,
    /** Closes connections whose client has stopped reading, and writes the log lines that are due. */
    sweep(nowMs: number): void {
      for (const connection of bySocket.values()) {
        if (isStalled(connection)) close(connection, 'timedOut');
      }
      incident.update(nowMs);
      if (!incident.isActive()) addressOverLimit = undefined;
    },
    /** Closes connections that never sent a byte. Node counts them as busy with their first request and would wait. */
    closeSilent(): void {
      for (const { socket } of bySocket.values()) if (socket.bytesRead === 0) socket.destroy();
    },
    close: incident.close,
  };
}
