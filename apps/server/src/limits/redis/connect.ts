// Owns the way to Redis: what RATE_LIMIT_URL may say, how the connections behave, and the words for what is wrong with them.
// Its password is in none of these words: ioredis hands errors out with the command they answer, so only their messages,
// and those without it, are passed on.
import { isIPv6 } from 'node:net';
import { types } from 'node:util';
import { Cluster, Redis, type RedisOptions, type Result } from 'ioredis';
import { COUNT_SCRIPT } from './count-script.js';

const CONNECT_MS = 2_000;
/** Whoever says nothing for so long, though asked, is given up and connected to anew: a partition closes no socket. */
const SILENT_MS = 2_000;
const RECONNECT_MS = 500;
const CLOSE_MS = 200;

export type Client = Redis | Cluster;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequests(key: string, ...args: (string | number)[]): Result<unknown, Context>;
  }
}

export interface Connection {
  client: Client;
  /** Hears messages. */
  subscriber: Client;
  /** For an operator, in a few words, with the host and without secrets. */
  describe(error: unknown): string;
  close(): void;
}

/** @throws an Error for the operator if the URL is none or nobody answers there as it says. */
export async function connect(url: string): Promise<Connection> {
  const target = readTarget(url);
  const client = target.isCluster ? clusterAt(target.options) : new Redis(target.options);
  client.defineCommand('countRequests', { numberOfKeys: 1, lua: COUNT_SCRIPT });
  const subscriber =
    client instanceof Redis
      ? client.duplicate({ enableOfflineQueue: true, autoResubscribe: false })
      : client;
  /** Commands that fail with the connection do not say why it failed. */
  let fault: Error | undefined;
  client.on('error', (error: Error) => {
    fault = error;
  });
  client.on('ready', () => {
    fault = undefined;
  });
  subscriber.on('error', () => {}); // the other connection tells

  const describe = (error: unknown) =>
    describeFault(isReply(error) ? error : (fault ?? error), target);
  const close = () => {
    client.disconnect();
    if (subscriber !== client) subscriber.disconnect();
  };
  try {
    await client.connect();
  } catch (error) {
    close();
    throw new Error(`cannot use RATE_LIMIT_URL: ${describe(error)}`);
  }
  return { client, subscriber, describe, close };
}

type Options = Omit<RedisOptions, 'replyMapping'>;

interface Target {
  /** `host:port`. */
  where: string;
  isCluster: boolean;
  options: Options;
}

function readTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol ?? '';
  const database = /^\/?(\d*)$/.exec(url?.pathname ?? '')?.[1];
  const user = decode(url?.username);
  const password = decode(url?.password);
  const isCluster = scheme === 'redis+cluster:';
  const isKnown = isCluster || scheme === 'redis:' || scheme === 'rediss:';
  if (!isKnown || !url?.hostname || url.search !== '' || (isCluster && database !== '')) {
    throw unusable();
  }
  if (database === undefined || user === undefined || password === undefined) throw unusable();
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || 6379);
  const options = {
    host,
    port,
    db: Number(database),
    username: user || undefined,
    password: password || undefined,
    tls: scheme === 'rediss:' ? {} : undefined,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disconnectTimeout: CLOSE_MS,
    retryStrategy: reconnectAfterMs,
    // What cannot be sent now is decided without Redis, and what was sent must not be counted twice.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A primary that became a replica keeps the connection, and refuses to count.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    enableAutoPipelining: true, // what one turn of the event loop asks goes out in one write
  };
  return { where: `${isIPv6(host) ? `[${host}]` : host}:${port}`, isCluster, options };
}

function clusterAt({ host, port, retryStrategy, enableOfflineQueue, ...options }: Options) {
  return new Cluster([{ host, port }], {
    redisOptions: options,
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: reconnectAfterMs,
    slotsRefreshTimeout: CONNECT_MS,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
  });
}

function reconnectAfterMs(times: number): number {
  return Math.min(times * 50, RECONNECT_MS);
}

/** undefined if it cannot be decoded. */
function decode(part = ''): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function unusable(): Error {
  return new Error(
    'cannot use RATE_LIMIT_URL: it must be redis://HOST:PORT, rediss://HOST:PORT or redis+cluster://HOST:PORT, with USER:PASSWORD@ before the host if Redis asks for it',
  );
}

/** Whether Redis itself said so. */
function isReply(error: unknown): boolean {
  return types.isNativeError(error) && error.name === 'ReplyError';
}

function describeFault(error: unknown, { where, options }: Target): string {
  const fault = rootOf(error);
  const code = types.isNativeError(fault) && 'code' in fault ? fault.code : undefined;
  const said = types.isNativeError(fault) ? fault.message : String(fault);
  if (code === 'ECONNREFUSED') return `${where} refuses connections`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `nobody knows the host of ${where}`;
  if (code === 'ETIMEDOUT' || /^(Socket timeout|timeout$)/.test(said))
    return `${where} does not answer`;
  if (/^(WRONGPASS|ERR invalid password)/.test(said)) return `${where} refuses the password`;
  if (said.startsWith('NOAUTH')) return `${where} asks for a password`;
  if (said.startsWith('MOVED')) return `${where} is part of a cluster: write redis+cluster://`;
  if (/closed|max retries|isn't writeable|isn't ready|startup nodes/.test(said))
    return `${where} closed the connection`;
  return `${where}: ${options.password ? said.replaceAll(options.password, '…') : said}`;
}

/** Of a cluster whose nodes all failed: what the last of them said. */
function rootOf(error: unknown): unknown {
  return types.isNativeError(error) && 'lastNodeError' in error ? error.lastNodeError : error;
}
