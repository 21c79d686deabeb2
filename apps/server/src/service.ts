// The service as a whole. It opens in the order server lock, store, usage, limiter, metrics, socket, and closes in the reverse
// order.
import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from './config.js';
import type { Contract } from './contract/contract.js';
import { EventLoopMonitor } from './http/event-loop-monitor.js';
import { listen } from './http/server.js';
import { issueKey } from './keys/key-service.js';
import { systemClock } from './lib/clock.js';
import { samplerOf } from './lib/log-sampler.js';
import type { Metrics } from './metrics/metrics.js';
import { serveMetrics } from './metrics/metrics-server.js';
import type { Middleware } from './middleware/compose.js';
import { createReadinessCheck } from './middleware/health.js';
import { createLimiter } from './rate-limit/create-limiter.js';
import { acquireServerLock, createStore, databaseName } from './storage/create-store.js';
import type { Store } from './storage/store.js';
import { UsageRecorder } from './usage/usage-recorder.js';
import { createWarmValidator } from './validation/warm-up.js';

export interface Service {
  /** With the base path: `http://localhost:3000/v1`. */
  url: string;
  port: number;
  /** Resolves when the storage has failed. The service should then be closed. */
  failure: Promise<Error>;
  /** Makes /readyz and `Connection: close` announce that the service will close. Requests are still served. */
  announceStop(): void;
  /** Waits for requests in flight, and stores everything. It logs what cannot be closed, and sets the exit code. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  contract: Contract;
  log: Logger;
  /** Default: a new one, which takes a moment. */
  validator?: readonly Middleware[];
  /** See AppOptions. */
  examples?: Middleware;
}

/** On an error, everything that was opened is closed before the promise rejects. */
export async function openService(
  config: Config,
  { contract, log, validator, examples }: ServiceOptions,
): Promise<Service> {
  for (const warning of config.warnings) log.warn(warning);
  const cleanups: (() => unknown)[] = [];
  const close = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) {
      try {
        await cleanUp();
      } catch (error) {
        log.error({ err: error }, 'cannot close'); // the rest must still be closed
        process.exitCode = 1;
      }
    }
  };
  try {
    const lock = await acquireServerLock(config.database, config.rateLimitUrl !== undefined);
    cleanups.push(() => lock.release());
    const { metricsPort, metricsHost } = config;
    const metrics = metricsPort === undefined ? undefined : await createMetrics(contract);
    const database = databaseName(config.database);
    const store = await createStore(config.database, {
      log,
      onMissing: () =>
        log.warn({ database }, 'there was no store: creating a new one; is its volume mounted?'),
      onCommit: metrics?.onCommit,
    });
    cleanups.push(() => store.close());
    const usage = new UsageRecorder(store.usage, systemClock, log);
    cleanups.push(() => usage.close());
    const failure = Promise.race([store.broken, lock.lost]);
    const checkReadiness = createReadinessCheck(store, log);
    await checkReadiness().catch(() => {}); // logs warnings; /readyz reports everything else
    const limiter = await createLimiter(config.rateLimitUrl, { counters: store.counters, log });
    cleanups.push(() => limiter.close());
    if (limiter.peers !== undefined) await lock.join(limiter.peers);
    const warmValidator = validator ?? (await createWarmValidator(contract));
    cleanups.push(() => samplerOf(log).flush());
    const loadMonitor = new EventLoopMonitor(log);
    cleanups.push(() => loadMonitor.close());
    const stopping = new AbortController();
    const app = createApp({
      ...config,
      contract,
      validator: warmValidator,
      store,
      limiter,
      clock: systemClock,
      log,
      usage,
      loadMonitor,
      metrics,
      stopping: stopping.signal,
      checkReadiness,
      ...(examples && { examples }),
    });
    if (metrics && metricsPort !== undefined) {
      const options = { port: metricsPort, host: metricsHost, log };
      const metricsServer = await serveMetrics(metrics, options);
      cleanups.push(() => metricsServer.close());
      const metricsUrl = `http://${displayHost(metricsHost)}:${metricsServer.address.port}/metrics`;
      log.info({ metricsUrl }, 'serving metrics');
    }
    const server = await listen(app, { ...config, log, stopping: stopping.signal });
    cleanups.push(() => server.close());
    metrics?.watch({ store, limiter, loadMonitor, server });

    const { port } = server.address;
    const url = `http://${displayHost(config.host)}:${port}${contract.basePath}`;
    await offerFirstKey(store, url, log); // the last step of the start that can fail
    log.info({ url, database }, 'listening');
    return { url, port, failure, announceStop: () => stopping.abort(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loads prom-client only when there are metrics. */
async function createMetrics(contract: Contract): Promise<Metrics> {
  const { Metrics } = await import('./metrics/metrics.js');
  return new Metrics(contract);
}

/**
 * If the store has no keys, issues one and shows it once, on the operator's terminal. Where stderr is no terminal, what is
 * written to it is kept as a log, and a log must not hold a key.
 */
async function offerFirstKey(store: Store, url: string, log: Logger): Promise<void> {
  if (!(await store.keys.isEmpty())) return;
  if (!process.stderr.isTTY) {
    log.warn('there is no API key yet; run `animal-store keys create --plan free --name NAME`');
    return;
  }
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
export function displayHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}
