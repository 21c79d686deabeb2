// The service as a process: config -> store -> app -> sockets -> signals.
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { createApp } from './app.js';
import { systemClock } from './clock.js';
import type { Config } from './config.js';
import { readContract } from './contract.js';
import { listen } from './http-server.js';
import { issueKey } from './keys/issue-key.js';
import { openLimiter } from './limits/open-limiter.js';
import { openLog } from './log.js';
import { watchEventLoop } from './overload.js';
import { warmValidator } from './pipeline/warm-validator.js';
import { holdStore, nameOf as nameOfDatabase, openStore } from './storage/open-store.js';
import type { Store } from './storage/store.js';

/** How long it still takes connections after it was told to stop, while /readyz and each reply say so. */
const NOTICE_MS = 500;
/** Whatever still waits then, such as for a lock, is given up: nothing that was acknowledged depends on it. */
const LAST_RESORT_MS = 4_900;
/** npm hands the terminal's signal on to us, who have had it from the terminal already. */
const SAME_SIGNAL_MS = 1_000;

/** Serves until SIGINT or SIGTERM, or until its storage breaks, then resolves. If anything fails, whatever was opened is closed first. */
export async function serve(config: Config): Promise<void> {
  const stopSignal = nextSignal(); // from the beginning, so that none is lost while it starts
  const log = openLog(config.logLevel);
  const contract = readContract(document);
  const opened: (() => unknown)[] = [];
  try {
    const hold = await holdStore(config.database, config.rateLimitUrl !== undefined);
    opened.push(() => hold.letGo());
    const store = await openStore(config.database);
    opened.push(() => store.close());
    const broken = Promise.race([store.broken, hold.lost]);
    broken.then(() => {
      process.exitCode = 1;
    });
    const limiter = await openLimiter(config.rateLimitUrl, { counters: store.counters, log });
    opened.push(() => limiter.close());
    const validator = await warmValidator(contract);
    const loop = watchEventLoop(log);
    opened.push(() => loop.close());
    const stopping = new AbortController();
    const app = createApp({
      ...config,
      contract,
      validator,
      store,
      limiter,
      clock: systemClock,
      log,
      isOverloaded: loop.isLate,
      stopping: stopping.signal,
    });
    const server = await listen(app, { ...config, log, stopping: stopping.signal });
    opened.push(() => server.close());

    const url = `http://${nameOf(config.host)}:${server.address.port}${contract.basePath}`;
    await welcome(store, url); // the last of the start that may fail
    log.info({ url, database: nameOfDatabase(config.database) }, 'listening');
    const reason = await Promise.race([stopSignal, broken]);
    stopping.abort();
    setTimeout(() => {
      log.fatal('gave up waiting');
      process.exit(1);
    }, LAST_RESORT_MS).unref();
    if (reason instanceof Error) {
      log.fatal({ err: reason }, 'stopping: start again once that is mended');
    } else {
      log.info({ signal: reason }, 'stopping');
      await pause(NOTICE_MS);
    }
  } finally {
    for (const close of opened.reverse()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error }, 'cannot close'); // and the rest must be closed all the same
        process.exitCode = 1;
      }
    }
  }
  log.info('stopped');
}

/** On a store without keys: mints one and shows it, this once. To stderr, so that it is in no log. */
async function welcome(store: Store, url: string): Promise<void> {
  if (!(await store.keys.isEmpty())) return;
  const { key } = await issueKey(
    store.keys,
    { name: 'first', plan: 'free', quota: undefined },
    systemClock(),
  );
  process.stderr.write(
    `\nThis store has no API key yet, so here is one. It is shown only now:\n\n  ${key}\n\nTry it:\n\n  curl -H 'Authorization: Bearer ${key}' ${url}/pets\n\n`,
  );
}

/** The host as a URL on this machine names it. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** The first signal to stop. One that comes after it ends the process at once. */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        firstMs ??= performance.now();
        if (performance.now() - firstMs > SAME_SIGNAL_MS) process.exit(1);
        resolve(signal);
      });
    }
  });
}
