// The service as a process: config -> store -> app -> sockets -> signals.
import { document } from '@animal-store/contract';
import { pino } from 'pino';
import { createApp } from './app.js';
import { systemClock } from './clock.js';
import type { Config } from './config.js';
import { readContract } from './contract.js';
import { listen } from './http-server.js';
import { issueKey } from './keys/issue-key.js';
import { LocalLimiter } from './limits/local-limiter.js';
import { openSqliteStore } from './storage/sqlite/sqlite-store.js';
import type { Store } from './storage/store.js';

/** Serves until SIGINT or SIGTERM, then resolves. */
export async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel });
  const contract = readContract(document);
  const store = openSqliteStore(config.databaseFile);
  const limiter = new LocalLimiter(store.counters, systemClock);
  const app = createApp({ ...config, contract, store, limiter, clock: systemClock, log });
  const server = await listen(app, config.port, config.host);

  const url = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${server.address.port}${contract.basePath}`;
  log.info({ url, database: config.databaseFile }, 'listening');
  await welcome(store, url);

  const signal = await nextSignal();
  log.info({ signal }, 'stopping');
  await server.close();
  await limiter.close();
  await store.close();
  log.info('stopped');
}

/** On a store without keys: mints one and shows it, this once. To stderr, so that it is in no log. */
async function welcome(store: Store, url: string): Promise<void> {
  if ((await store.keys.list()).length > 0) return;
  const { key } = await issueKey(
    store.keys,
    { name: 'first', plan: 'free', quota: undefined },
    systemClock(),
  );
  process.stderr.write(
    `\nThis store has no API key yet, so here is one. It is shown only now:\n\n  ${key}\n\nTry it:\n\n  curl -H 'Authorization: Bearer ${key}' ${url}/pets\n\n`,
  );
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => resolve(signal));
  });
}
