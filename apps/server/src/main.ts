// The server process. It starts in the order server lock, store, limiter, app, socket, and stops in the reverse order.
import { isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { document, operationSpecs } from '@animal-store/contract';
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
import { acquireServerLock, createStore, databaseName } from './storage/create-store.js';
import type { Store } from './storage/store.js';
import { createWarmValidator } from './validation/warm-up.js';

/** How long the server accepts connections after a stop signal, while /readyz and `Connection: close` announce it. */
const SHUTDOWN_DELAY_MS = 500;
/** The process exits then, even if work still waits, such as for a lock. Everything acknowledged is already stored. */
const SHUTDOWN_TIMEOUT_MS = 4_900;
/** A second signal within this time is the same one: npm forwards a signal that the terminal has also sent to us. */
const DUPLICATE_SIGNAL_MS = 1_000;

/**
 * Serves until SIGINT or SIGTERM, or until the storage fails, then resolves. On an error, everything that was opened is
 * closed before the promise rejects.
 */
export async function serve(config: Config): Promise<void> {
  const stopSignal = firstSignal(); // registered first, so that a signal during the start is not lost
  const log = createLogger(config.logLevel);
  const contract = readContract(document, operationSpecs);
  const cleanups: (() => unknown)[] = [];
  try {
    const lock = await acquireServerLock(config.database, config.rateLimitUrl !== undefined);
    cleanups.push(() => lock.release());
    const store = await createStore(config.database, log);
    cleanups.push(() => store.close());
    const failure = Promise.race([store.broken, lock.lost]);
    failure.then(() => {
      process.exitCode = 1;
    });
    const checkReadiness = createReadinessCheck(store, log);
    await checkReadiness().catch(() => {}); // logs warnings; /readyz reports everything else
    const limiter = await createLimiter(config.rateLimitUrl, { counters: store.counters, log });
    cleanups.push(() => limiter.close());
    if (limiter.peers !== undefined) await lock.join(limiter.peers);
    const validator = await createWarmValidator(contract);
    cleanups.push(() => samplerOf(log).flush());
    const loadMonitor = new EventLoopMonitor(log);
    cleanups.push(() => loadMonitor.close());
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
    cleanups.push(() => server.close());

    const url = `http://${displayHost(config.host)}:${server.address.port}${contract.basePath}`;
    await issueFirstKey(store, url); // the last step of the start that can fail
    log.info({ url, database: databaseName(config.database) }, 'listening');
    const reason = await Promise.race([stopSignal, failure]);
    stopping.abort();
    setTimeout(() => {
      log.fatal('the shutdown timed out');
      process.exit(1);
    }, SHUTDOWN_TIMEOUT_MS).unref();
    if (reason instanceof Error) {
      log.fatal(
        { err: reason },
        'storage failed: stopping; fix the cause, then restart the server',
      );
    } else {
      log.info({ signal: reason }, 'stopping');
      await delay(SHUTDOWN_DELAY_MS);
    }
  } finally {
    for (const cleanUp of cleanups.reverse()) {
      try {
        await cleanUp();
      } catch (error) {
        log.error({ err: error }, 'cannot close'); // the rest must still be closed
        process.exitCode = 1;
      }
    }
  }
  log.info('stopped');
}

/** If the store has no keys, issues one and shows it once. On stderr, so that it is not in the log on stdout. */
async function issueFirstKey(store: Store, url: string): Promise<void> {
  if (!(await store.keys.isEmpty())) return;
  const { key } = await issueKey(
    store.keys,
    { name: 'first', plan: 'free', quota: undefined },
    systemClock(),
  );
  process.stderr.write(
    `\nThe store had no API key. This one was created, and is shown only once:\n\n  ${key}\n\nTry it:\n\n  curl -H 'Authorization: Bearer ${key}' ${url}/pets\n\n`,
  );
}

/** The host to show in a URL that works on this machine. */
function displayHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Resolves with the first stop signal. A later signal exits the process immediately. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        firstMs ??= performance.now();
        if (performance.now() - firstMs > DUPLICATE_SIGNAL_MS) process.exit(1);
        resolve(signal);
      });
    }
  });
}
