// Server lock and import lock in PostgreSQL: advisory locks. They exclude servers whose request counts would not add up, and a
// second import.
//
// A server without Redis counts requests in its own memory, so it takes the serving lock exclusively. Servers with
// Redis share it. Each of these also takes a lock that carries its node's number, after a check that it counts in the
// same Redis as the others: at least one of the numbers that they hold must be among the nodes in its Redis. The check
// tests the Redis itself, whatever URL leads there. A Redis that restarts empty passes again after the nodes' next
// heartbeats.
//
// The locks end with their connection. After it was lost, the server takes them again, unless others now exclude it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Int64 } from '@animal-store/core';
import type pg from 'pg';
import type { Peers, ServerLoad, ServerLock } from '../store.js';
import {
  closeClient,
  connectForMaintenance,
  createReconnectingClient,
  withMaintenance,
} from './pool/postgres-client.js';

/** Arbitrary numbers, that no other program in the database uses. */
export const SERVING_LOCK = 7_236_485_002n;
const IMPORT_LOCK = 7_236_485_005;
/** Shared by the servers that are busy. */
const BUSY_LOCK = 7_236_485_006n;
/** Held while a node compares itself with the others, so that two nodes that start at once do so in sequence. */
const JOIN_LOCK = 7_236_485_004;
const TAKE_BUSY = 'SELECT pg_advisory_lock_shared($1)';
const RELEASE_BUSY = 'SELECT pg_advisory_unlock_shared($1)';
/** The first half of the lock's pair of numbers. The second half is the node's number. */
const NODE_LOCKS = 723_648_501n;
/** A number of 64 bits for each lock, of which a pair is the two halves. */
const HELD_LOCKS = `SELECT DISTINCT classid::bigint << 32 | objid::bigint AS number FROM pg_locks
  WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/** An emptied Redis or a killed node is detected within three heartbeats. */
const JOIN_TIMEOUT_MS = 8_000;
const JOIN_RETRY_INTERVAL_MS = 250;
/**
 * With these keepalives, PostgreSQL detects a lost machine and releases its locks within 20 seconds. By default, that
 * takes hours. The lock timeout is for the case that a node hangs while it holds the join lock.
 */
const SETTINGS = `SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET lock_timeout = '30s'`;

const MODES = {
  exclusive: {
    lock: 'pg_try_advisory_lock',
    refusal:
      'another server is serving this database already, or a copy fills it; set RATE_LIMIT_URL for both servers, or stop that one first',
  },
  shared: {
    lock: 'pg_try_advisory_lock_shared',
    refusal:
      'a server without RATE_LIMIT_URL is serving this database already, or a copy fills it; stop that one, and start all with the same RATE_LIMIT_URL',
  },
};
const OTHER_REDIS =
  'the servers on this database count in another Redis: set RATE_LIMIT_URL to theirs, or stop them first';

/** Other servers exclude this one. */
class ServerExcludedError extends Error {}

/**
 * Holds the server lock until the process ends.
 * @param mode `shared` for a server that counts in Redis.
 * @throws an Error for the operator if another server excludes this one.
 */
export async function acquireServerLock(
  url: string,
  mode: keyof typeof MODES,
): Promise<ServerLock> {
  let holder: pg.Client | undefined;
  let joined: Peers | undefined;
  let isBusy = false;
  let reportLost: (error: Error) => void;
  const lost = new Promise<Error>((resolve) => {
    reportLost = resolve;
  });
  const connection = createReconnectingClient(url, async (client) => {
    try {
      await takeServingLock(client, mode);
      if (joined !== undefined) await joinPeers(client, joined, true);
      if (isBusy) await client.query(TAKE_BUSY, [BUSY_LOCK]);
      holder = client;
    } catch (error) {
      if (error instanceof ServerExcludedError) {
        reportLost(error);
        connection.close(); // no further attempts
      }
      throw error; // otherwise PostgreSQL is unreachable, so no other server can take the lock
    }
  });
  await connection.connect();
  return {
    lost,
    async join(peers) {
      if (holder !== undefined) await joinPeers(holder, peers, false);
      joined = peers;
    },
    setLoad(load) {
      isBusy = load === 'busy';
      holder?.query(isBusy ? TAKE_BUSY : RELEASE_BUSY, [BUSY_LOCK]).catch(() => {}); // the next connection takes it
    },
    release: () => connection.close(),
  };
}

async function takeServingLock(client: pg.Client, mode: keyof typeof MODES): Promise<void> {
  const { lock, refusal } = MODES[mode];
  await client.query(SETTINGS);
  const { rows } = await client.query(`SELECT ${lock}($1) AS held`, [SERVING_LOCK]);
  if (rows[0]?.held !== true) throw new ServerExcludedError(refusal);
}

/**
 * Takes the lock of the node.
 * @throws ServerExcludedError if other nodes hold theirs, and none of them is in this node's Redis.
 */
async function joinPeers(client: pg.Client, peers: Peers, isReconnect: boolean): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [JOIN_LOCK]);
  try {
    const deadlineMs = performance.now() + JOIN_TIMEOUT_MS;
    while (!(await sharesRedis(client, peers, isReconnect))) {
      if (performance.now() > deadlineMs) throw new ServerExcludedError(OTHER_REDIS);
      await pause(JOIN_RETRY_INTERVAL_MS);
    }
    const number = nodeNumber(peers.id) | 0; // as PostgreSQL's signed 32-bit integer
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [NODE_LOCKS, number]);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [JOIN_LOCK]);
  }
}

async function sharesRedis(
  client: pg.Client,
  peers: Peers,
  isReconnect: boolean,
): Promise<boolean> {
  const others = (await readHeldLocks(client))
    .filter((lock) => lock >> 32n === NODE_LOCKS)
    .map((lock) => Number(BigInt.asUintN(32, lock)))
    .filter((number) => number !== nodeNumber(peers.id));
  if (others.length === 0) return true;
  const ids = await peers.list().catch((error: unknown) => {
    if (!isReconnect) throw error;
    return undefined;
  });
  const inRedis = ids?.map(nodeNumber);
  if (inRedis === undefined) return isReconnect; // the node counted there before its connection was lost
  return others.some((number) => inRedis.includes(number));
}

/** The first 32 bits of a node's UUID: enough to distinguish a few nodes. */
function nodeNumber(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16);
}

/**
 * Holds the import lock until the returned function is called or the process ends.
 * @throws an Error for the operator if another import holds the lock.
 */
export async function acquireImportLock(url: string): Promise<() => Promise<void>> {
  const client = await connectForMaintenance(url);
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [IMPORT_LOCK]);
  if (rows[0]?.held === true) return () => closeClient(client);
  await closeClient(client);
  throw new Error('another import into it is running; run this one when that has ended');
}

/** The load of the servers that hold the server lock. */
export function readServerLoad(url: string): Promise<ServerLoad> {
  return withMaintenance(url, async (client) => {
    const held = await readHeldLocks(client);
    if (held.includes(BUSY_LOCK)) return 'busy';
    return held.includes(SERVING_LOCK) ? 'idle' : 'none';
  });
}

async function readHeldLocks(client: pg.Client): Promise<bigint[]> {
  const { rows } = await client.query<{ number: Int64 }>(HELD_LOCKS);
  return rows.map(({ number }) => BigInt(number));
}
