// A server for group-commit.ts: the product as it is (`shared`), or with every animal in a commit of its own (`single`).
// Prints its address and a key.
import { document } from '@animal-store/contract';
import { createApp } from '@animal-store/server/src/app.js';
import { systemClock } from '@animal-store/server/src/clock.js';
import { readContract } from '@animal-store/server/src/contract.js';
import { listen } from '@animal-store/server/src/http-server.js';
import { issueKey } from '@animal-store/server/src/keys/issue-key.js';
import { LocalLimiter } from '@animal-store/server/src/limits/local-limiter.js';
import { openSqliteStore } from '@animal-store/server/src/storage/sqlite/sqlite-store.js';
import type { PetStore } from '@animal-store/server/src/storage/store.js';
import { pino } from 'pino';

const [variant = '', file = ''] = process.argv.slice(2);
const store = openSqliteStore(file);
const app = createApp({
  contract: readContract(document),
  store: { ...store, pets: variant === 'single' ? oneAtATime(store.pets) : store.pets },
  limiter: new LocalLimiter(store.counters, systemClock),
  clock: systemClock,
  log: pino({ level: 'silent' }),
  corsOrigins: [],
  trustProxy: false,
});
const log = pino({ level: 'silent' });
const { address } = await listen(app, { port: 0, host: '127.0.0.1', log });
const quota = { perMinute: 100_000_000, perDay: 1_000_000_000 };
const wanted = { name: 'bench', plan: 'enterprise', quota };
const { key } = await issueKey(store.keys, wanted, systemClock());
console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}/v1/pets`, key }));

/** The next animal is not written before the last one is on disk: each waits for a flush of its own. */
function oneAtATime(pets: PetStore): PetStore {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...pets,
    create(pet, claim) {
      const created = last.then(() => pets.create(pet, claim));
      last = created.catch(() => {});
      return created;
    },
  };
}
