// The `serve` process: config -> store -> app -> sockets -> signals.
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { createApp } from './app.js';
import type { Config } from './config.js';
import { readContract } from './contract/contract.js';
import { EventLoopMonitor } from './http/event-loop-monitor.js';
import { listen } from './http/server.js';
import { issueKey } from './keys/key-service.js';
import { systemClock } from './lib/clock.js';
import { samplerOf } from './lib/log-sampler.js';
import { createLogger } from './logger.js';
import { createReadinessCheck } from './middleware/health.js';
import { createLimiter } from './rate-limit/create-limiter.js';
import {
  acquireServerLock,
  createStore,
  nameOf as nameOfDatabase,
} from './storage/create-store.js';
import type { Store } from './storage/store.js';
import { createWarmValidator } from './validation/warm-up.js';

/** How long the server accepts connections after a stop signal, while /readyz and `Connection: close` announce it. */
const NOTICE_MS = 500;
/** The process exits then, even if work still waits, such as for a lock. Everything acknowledged is already stored. */
const LAST_RESORT_MS = 4_900;
/** A second signal within this time is the same one: npm forwards a signal that the terminal has also sent to us. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Serves until SIGINT or SIGTERM, or until the storage fails, then resolves. On an error, everything that was opened is
 * closed before the promise rejects.
 */
export async function serve(config: Config): Promise<void> {
  const stopSignal = nextSignal(); // registered first, so that a signal during the start is not lost
  const log = createLogger(config.logLevel);
  const contract = readContract(document);
  const opened: (() => unknown)[] = [];
  try {
    const hold = await acquireServerLock(config.database, config.rateLimitUrl !== undefined);
    opened.push(() => hold.letGo());
    const store = await createStore(config.database, log);
    opened.push(() => store.close());
    const broken = Promise.race([store.broken, hold.lost]);
    broken.then(() => {
      process.exitCode = 1;
    });
    const checkReadiness = createReadinessCheck(store, log);
    await checkReadiness().catch(() => {}); // logs warnings; /readyz reports everything else
    const limiter = await createLimiter(config.rateLimitUrl, { counters: store.counters, log });
    opened.push(() => limiter.close());
    if (limiter.peers !== undefined) await hold.join(limiter.peers);
    const validator = await createWarmValidator(contract);
    opened.push(() => samplerOf(log).flush());
    const loadMonitor = new EventLoopMonitor(log);
    opened.push(() => loadMonitor.close());
    const stopping = new AbortController();
    const app = createApp({
      ...config,
      contract,
      validator,
      store,
      limiter,
      clock: systemClock,
      log,
      loadMonitor,
      stopping: stopping.signal,
      checkReadiness,
    });
    const server = await listen(app, { ...config, log, stopping: stopping.signal });
    opened.push(() => server.close());

    const url = `http://${nameOf(config.host)}:${server.address.port}${contract.basePath}`;
    await welcome(store, url); // the last step of the start that can fail
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
        log.error({ err: error }, 'cannot close'); // continue: the rest must still be closed
        process.exitCode = 1;
      }
    }
  }
  log.info('stopped');
}

/** If the store has no keys, issues one and shows it once. On stderr, so that it is not in the log on stdout. */
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

/** The host to show in a URL that works on this machine. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Resolves with the first stop signal. A later signal exits the process immediately. */
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
