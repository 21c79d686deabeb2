// Server lock in PostgreSQL: advisory locks that exclude servers whose request counts would not add up.
//
// A server without Redis counts requests in its own memory, so it takes the serving lock exclusively. Servers with
// Redis share it. Each of these also takes a lock that carries its node's number, after a check that it counts in the
// same Redis as the others: at least one of the numbers that they hold must be among the nodes in its Redis. The check
// tests the Redis itself, whatever URL leads there. A Redis that restarts empty passes again after the nodes' next
// heartbeats.
import { setTimeout as pause } from 'node:timers/promises';
import type { Int64 } from '@animal-store/contract';
import pg from 'pg';
import type { Peers, ServerLock } from '../create-store.js';
import { settingsOf } from './database.js';
import { endClient } from './end-client.js';

/** An arbitrary number that no other program in the database uses. */
const SERVING_LOCK = 7_236_485_002;
/** Held while a node compares itself with the others, so that two nodes that start at once do so in sequence. */
const JOIN_LOCK = 7_236_485_004;
/** The first half of the lock's pair of numbers. The second half is the node's number. */
const NODE_LOCKS = 723_648_501;
const RETRY_MS = 500;
/** An emptied Redis or a killed node is detected within three heartbeats. */
const MEET_TIMEOUT_MS = 8_000;
const MEET_RETRY_MS = 250;
/**
 * With these keepalives, PostgreSQL detects a lost machine and releases its locks within 20 seconds. By default, that
 * takes hours. The lock timeout is for the case that a node hangs while it holds the join lock.
 */
const SETTINGS = `SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET lock_timeout = '30s'`;

const TAKEN = {
  exclusive:
    'another server is serving this database already; set RATE_LIMIT_URL for both, or stop that one first',
  shared:
    'a server without RATE_LIMIT_URL is serving this database already; stop it, and start all with the same RATE_LIMIT_URL',
};
const OTHER_REDIS =
  'the servers on this database count in another Redis: set RATE_LIMIT_URL to theirs, or stop them first';

/**
 * Holds the server lock until the process ends. The locks end with their connection, and lost locks are taken again.
 * @param mode `shared` for a server that counts in Redis.
 * @throws an Error for the operator if another server excludes this one.
 */
export async function acquireLock(url: string, mode: keyof typeof TAKEN): Promise<ServerLock> {
  let client = await take(url, mode);
  if (client === undefined) throw new Error(TAKEN[mode]);
  let peers: Peers | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let tellLost: (error: Error) => void;
  const lost = new Promise<Error>((resolve) => {
    tellLost = resolve;
  });

  function watch(): void {
    client?.once('end', retakeSoon);
  }
  function retakeSoon(): void {
    if (!isClosed) retry = setTimeout(retake, RETRY_MS).unref();
  }
  async function retake(): Promise<void> {
    let next: pg.Client | undefined;
    try {
      next = await take(url, mode);
      if (next === undefined) return tellLost(new Error(TAKEN[mode]));
      if (peers !== undefined && !(await isJoined(next, peers, true))) {
        await endClient(next);
        return tellLost(new Error(OTHER_REDIS));
      }
    } catch {
      if (next !== undefined) await endClient(next);
      return retakeSoon(); // PostgreSQL is unreachable, so no other server can take the lock
    }
    client = next;
    if (isClosed) await endClient(client);
    else watch();
  }

  watch();
  return {
    lost,
    async join(others) {
      if (client === undefined || !(await isJoined(client, others, false)))
        throw new Error(OTHER_REDIS);
      peers = others;
    },
    async letGo() {
      isClosed = true;
      clearTimeout(retry);
      if (client !== undefined) await endClient(client);
    },
  };
}

/** @returns a connection that holds the serving lock; undefined if another server excludes it. */
async function take(url: string, mode: keyof typeof TAKEN): Promise<pg.Client | undefined> {
  const client = new pg.Client(settingsOf(url));
  client.on('error', () => {}); // 'end' follows
  await client.connect();
  const lock = mode === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  try {
    await client.query(SETTINGS); // not as startup parameters, which PgBouncer rejects
    const { rows } = await client.query<{ held: boolean }>(`SELECT ${lock}($1) AS held`, [
      SERVING_LOCK,
    ]);
    if (rows[0]?.held === true) return client;
  } catch (error) {
    await endClient(client);
    throw error;
  }
  await endClient(client);
  return undefined;
}

/** Takes the lock of the node. @returns false if other nodes hold theirs, and none of them is in this node's Redis. */
async function isJoined(client: pg.Client, peers: Peers, isRejoining: boolean): Promise<boolean> {
  await client.query('SELECT pg_advisory_lock($1)', [JOIN_LOCK]);
  try {
    if (!(await meetsOthers(client, peers, isRejoining))) return false;
    const number = numberOf(peers.id) | 0; // as PostgreSQL's signed 32-bit integer
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [NODE_LOCKS, number]);
    return true;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [JOIN_LOCK]);
  }
}

async function meetsOthers(
  client: pg.Client,
  peers: Peers,
  isRejoining: boolean,
): Promise<boolean> {
  const deadlineMs = performance.now() + MEET_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ number: Int64 }>(
      `SELECT DISTINCT objid::bigint AS number FROM pg_locks
       WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND objid::bigint <> $2 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [NODE_LOCKS, numberOf(peers.id)],
    );
    if (rows.length === 0) return true;
    const inRedis = (await peers.list())?.map(numberOf);
    if (inRedis === undefined && isRejoining) return true; // the node counted there before its connection was lost
    if (rows.some(({ number }) => inRedis?.includes(Number(number)))) return true;
    if (performance.now() > deadlineMs) return false;
    await pause(MEET_RETRY_MS);
  }
}

/** The first 32 bits of a node's UUID: enough to distinguish a few nodes. */
function numberOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16);
}
