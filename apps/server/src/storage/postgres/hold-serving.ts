// Owns the rule that without Redis a database has one server at a time: such a server counts requests in its own memory, so
// a second one would admit every quota once more. Commands of the operator may run beside it.
import pg from 'pg';
import { settingsOf } from './database.js';
import { endClient } from './end-client.js';

/** Any number, as long as nobody else in the database uses it. */
const SERVING_LOCK = 7_236_485_002;
const RETRY_MS = 500;
/** A machine that is lost lets go of the lock when PostgreSQL notices: by default that takes hours. */
const NOTICE_LOSS =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
const TAKEN =
  'another server is serving this database already; set RATE_LIMIT_URL for both, or stop that one first';

export interface Hold {
  /** Resolves if another server has got hold of it: then this one should stop. */
  lost: Promise<Error>;
  letGo(): Promise<void>;
}

/**
 * Holds the database for as long as the process lives. The hold goes with its connection; a lost one is taken again.
 * @throws an Error for the operator if another server holds it.
 */
export async function holdServing(url: string): Promise<Hold> {
  let client = await take(url);
  if (client === undefined) throw new Error(TAKEN);
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let tellLost: (error: Error) => void;
  const lost = new Promise<Error>((resolve) => {
    tellLost = resolve;
  });

  function watch(): void {
    client?.once('end', () => {
      if (!isClosed) retry = setTimeout(retake, RETRY_MS).unref();
    });
  }
  async function retake(): Promise<void> {
    try {
      client = await take(url);
    } catch {
      if (!isClosed) retry = setTimeout(retake, RETRY_MS).unref(); // PostgreSQL is away: nobody else can take it
      return;
    }
    if (client === undefined) tellLost(new Error(TAKEN));
    else if (isClosed) await endClient(client);
    else watch();
  }

  watch();
  return {
    lost,
    async letGo() {
      isClosed = true;
      clearTimeout(retry);
      if (client !== undefined) await endClient(client);
    },
  };
}

/** A connection that has the lock; undefined if another one has it. */
async function take(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ options: NOTICE_LOSS, ...settingsOf(url) });
  client.on('error', () => {}); // «end» follows
  await client.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS held',
      [SERVING_LOCK],
    );
    if (rows[0]?.held === true) return client;
  } catch (error) {
    await endClient(client);
    throw error;
  }
  await endClient(client);
  return undefined;
}
