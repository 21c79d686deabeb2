// Connections to PostgreSQL: configuration, durable commits, reconnecting, and closing.
import { setTimeout as pause } from 'node:timers/promises';
import { type Int64, toInt64 } from '@animal-store/core';
import pg from 'pg';

/** For a connection attempt and for a query. After it, the store is unavailable. */
export const QUERY_TIMEOUT_MS = 2_000;
/** After a failover by DNS or load balancer, no query is sent to the old server for longer than this. */
export const MAX_LIFETIME_MS = 60_000;
export const CLOSE_TIMEOUT_MS = 500;
const RECONNECT_DELAY_MS = 500;
const INT8 = 20;

/**
 * Commits survive a crash of PostgreSQL, whatever the server, database, role or URL sets. It never lowers the setting:
 * only `remote_apply` is stronger than `on`, since it also waits until replicas apply the commit.
 */
const RAISE_SYNCHRONOUS_COMMIT = `SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') <> 'remote_apply'`;

/**
 * The statements of requests find their rows by an index. For a table that has grown since its last ANALYZE, PostgreSQL would
 * plan a scan of the whole table, and a prepared statement keeps its plan. Those of the operator without an index still work.
 */
const USE_INDEXES =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off';
/**
 * PostgreSQL then detects within 250 ms that we have closed a connection, even while its query waits for a lock.
 * Otherwise such sessions accumulate until all their queries have ended.
 */
const CHECK_CLIENT_CONNECTION = "SET client_connection_check_interval = '250ms'";

/** PostgreSQL has a `transaction_timeout` since version 17. */
const NO_TIMEOUTS = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'`;

/** The configuration of every connection, whether it is in a pool or not. Its `application_name` is PGAPPNAME. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: withStrictTls(url),
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** The driver verifies the certificate in each of these modes, and warns of that in eight lines unless the URL says so. */
function withStrictTls(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url; // where they mean less, as to libpq
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=[&#]|$)/, '$1verify-full');
}

/**
 * @param setUp Prepares the new session further. Settings are not sent as startup parameters, which PgBouncer rejects.
 * @throws PostgreSQL's error, or the socket's. The client is then closed.
 */
export async function connectClient(
  client: pg.Client,
  setUp: (client: pg.Client) => Promise<unknown>,
): Promise<pg.Client> {
  client.on('error', () => {}); // the query in flight rejects with it, and 'end' follows
  try {
    await client.connect();
    await raiseSynchronousCommit(client);
    await setUp(client);
    return client;
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}

export function raiseSynchronousCommit(client: pg.ClientBase): Promise<unknown> {
  return client.query(RAISE_SYNCHRONOUS_COMMIT);
}

/** Prepares the session of a connection that a pool has opened. */
export async function setUpPooled(client: pg.ClientBase): Promise<void> {
  await client.query(USE_INDEXES);
  await client.query(CHECK_CLIENT_CONNECTION).catch(() => {}); // not supported on every operating system
}

/** A connection for one long task: the timeouts that the operator set for requests do not apply to it. */
export function connectForMaintenance(url: string): Promise<pg.Client> {
  return connectClient(new pg.Client(clientConfig(url)), (client) => client.query(NO_TIMEOUTS));
}

/** Runs `work` with such a connection, and closes it: that releases its locks, and rolls back what is not committed. */
export async function withMaintenance<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectForMaintenance(url);
  try {
    return await work(client);
  } finally {
    await closeClient(client);
  }
}

/** Closes the connection gracefully, or forcibly after half a second. Never rejects. */
export async function closeClient(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {}); // the stream is destroyed below anyway
  await Promise.race([ended, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/**
 * A connection that is opened again whenever it is lost.
 * @param setUp Called with each new connection. If it rejects, another attempt follows.
 */
export function createReconnectingClient(
  url: string,
  setUp: (client: pg.Client) => Promise<unknown>,
) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const opened = new pg.Client(clientConfig(url));
    client = opened;
    await connectClient(opened, setUp);
    opened.once('end', retry);
  }

  function start(): void {
    connect().catch(retry);
  }

  function retry(): void {
    if (!isClosed) timer = setTimeout(start, RECONNECT_DELAY_MS).unref();
  }

  return {
    /** @throws the error of this attempt. No other attempt follows. */
    connect,
    /** Connects in the background, until an attempt succeeds. */
    start,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      if (client !== undefined) await closeClient(client);
    },
  };
}

/** Parses 64-bit integers exactly: 15 characters always fit a number. */
const toInteger = (text: string): Int64 =>
  text.length <= 15 ? Number(text) : toInt64(BigInt(text));

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? toInteger : pg.types.getTypeParser(oid, format);
