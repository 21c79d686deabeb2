// Connection to Redis: timeouts, and error messages for operators.
//
// ioredis attaches the failed command, which may be AUTH, to its errors. So only the messages are passed on, with the
// password redacted.
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { types } from 'node:util';
import { Cluster, Redis, type Result } from 'ioredis';
import { codeOf } from '../../lib/error-message.js';
import { COUNT_SCRIPT, NO_REQUESTS } from './count-script.js';
import { parseRedisUrl, type RedisUrl } from './redis-url.js';

const CONNECT_TIMEOUT_MS = 2_000;
/** A network partition closes no socket, so a connection that waits for a reply for this long is closed. */
const REPLY_TIMEOUT_MS = 2_000;
const READY_TIMEOUT_MS = 2 * CONNECT_TIMEOUT_MS;
const MAX_RECONNECT_DELAY_MS = 500;
const CLOSE_TIMEOUT_MS = 200;
const NOT_WRITABLE = /isn't writeable/;

export type Client = Redis | Cluster;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** @param call A CountCall as JSON. */
    countRequests(key: string, call: string): Result<unknown, Context>;
  }
}

/** @throws an Error for the operator if the URL is invalid, or if no Redis answers there. */
export async function connect(url: string) {
  const server = parseRedisUrl(url);
  if (server === undefined) throw new Error('cannot use RATE_LIMIT_URL: it is invalid');
  const client = server.isCluster ? createCluster(server) : createClient(server);
  client.defineCommand('countRequests', { numberOfKeys: 1, lua: COUNT_SCRIPT });
  /** The reason for a lost connection. The errors of its commands do not include it. */
  let cause: Error | undefined;
  client.on('error', (error: Error) => {
    // ioredis goes on after a failed SELECT, and would count in database 0. It then cannot write, and says so.
    if (client instanceof Redis && isReply(error)) client.disconnect(true);
    if (!NOT_WRITABLE.test(error.message)) cause = error;
  });
  client.on('ready', () => {
    cause = undefined;
  });

  /** A short description of an error for the operator, with the host and without secrets. */
  const describe = (error: unknown) =>
    describeRedisError(isReply(error) ? error : (cause ?? error), server);
  try {
    await (server.isCluster ? connectCluster(client) : client.connect());
  } catch (error) {
    client.disconnect();
    throw new Error(`cannot use RATE_LIMIT_URL: ${describe(error)}`);
  }
  return {
    client,
    /**
     * Runs the script as a request does, on a key beside this one, in the same slot of a cluster. It writes: a read would
     * succeed on a read-only replica or a full Redis. @throws what Redis or the connection reports.
     */
    probe: (key: string) => client.countRequests(`${key}:probe`, JSON.stringify(NO_REQUESTS)),
    describe,
    close: () => client.disconnect(),
  };
}

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: REPLY_TIMEOUT_MS,
  disconnectTimeout: CLOSE_TIMEOUT_MS,
  // A call that cannot be sent now is decided locally, and one that was sent must not be counted twice.
  maxRetriesPerRequest: 0,
  // A primary that became a replica keeps the connection open, and refuses writes.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  enableAutoPipelining: true, // the calls of one tick share one write
};

function createClient({ isCluster: _, ...server }: RedisUrl): Redis {
  return new Redis({
    ...OPTIONS,
    ...server,
    retryStrategy: reconnectDelayMs,
    enableOfflineQueue: false,
  });
}

function createCluster({ host, port, isCluster: _, ...account }: RedisUrl): Cluster {
  return new Cluster([{ host, port }], {
    redisOptions: { ...OPTIONS, ...account },
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: reconnectDelayMs,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
  });
}

/** The driver repeats its readiness check without a limit, also if the user has no right to CLUSTER INFO. */
async function connectCluster(client: Client): Promise<void> {
  const isReady = client.connect().then(() => true);
  const timeout = pause(READY_TIMEOUT_MS, false, { ref: false });
  if (!(await Promise.race([isReady, timeout])))
    throw new Error('the cluster is not ready, or the user may not run CLUSTER INFO');
}

function reconnectDelayMs(times: number): number {
  return Math.min(times * 50, MAX_RECONNECT_DELAY_MS);
}

/** Whether Redis itself replied with the error. */
export function isReply(error: unknown): boolean {
  return types.isNativeError(error) && error.name === 'ReplyError';
}

function describeRedisError(error: unknown, { host, port, db, password }: RedisUrl): string {
  const where = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const cause = rootCauseOf(error);
  const code = codeOf(cause);
  const message = types.isNativeError(cause) ? cause.message : String(cause);
  if (code === 'ECONNREFUSED') return `${where} refuses connections`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host of ${where} cannot be resolved`;
  if (code === 'ETIMEDOUT' || /^(Socket timeout|timeout$)/.test(message))
    return `${where} does not answer`;
  if (/^(WRONGPASS|ERR invalid password)/.test(message)) return `${where} refuses the password`;
  if (message.startsWith('NOAUTH')) return `${where} asks for a password`;
  if (/DB index is out of range|invalid DB index/i.test(message))
    return `Redis has no database ${db}`;
  if (/^MOVED|SELECT is not allowed in cluster mode/.test(message))
    return `${where} is part of a cluster: write redis+cluster://`;
  if (NOT_WRITABLE.test(message) || /closed|max retries|isn't ready|startup nodes/.test(message))
    return `${where} closed the connection`;
  return `${where}: ${password ? message.replaceAll(password, '…') : message}`;
}

/** The last node's error, if all nodes of a cluster failed. */
function rootCauseOf(error: unknown): unknown {
  return types.isNativeError(error) && 'lastNodeError' in error ? error.lastNodeError : error;
}
