// The service as a whole. It opens in the order server lock, store, usage, limiter, metrics, socket, and closes in the reverse
// order.
import type { Logger } from 'pino';
import type { Examples } from './api.js';
import { createApp } from './app.js';
import { assertCanListen, type HttpServer, listen } from './connections/http-server.js';
import { maxConnectionsWithin } from './connections/open-files.js';
import type { Contract } from './contract.js';
import type { Shop } from './define-shop.js';
import { toUrlHost } from './http/addresses.js';
import { createEventLoopMonitor } from './http/event-loop-monitor.js';
import { issueKey } from './keys/key-service.js';
import { systemClock } from './lib/clock.js';
import { samplerOf } from './logging/log-sampler.js';
import { serveMetrics, throwMetricsListenError } from './metrics/metrics-server.js';
import { withoutEffect } from './metrics/own-metrics.js';
import { createReadinessCheck } from './pages/health.js';
import { createLimiter } from './rate-limit/create-limiter.js';
import { createValidators, type Validators } from './request/validators.js';
import { type Config, isDefaultDatabase } from './settings/settings.js';
import {
  acquireServerLock,
  createStore,
  databaseName,
  isStoreMissing,
} from './storage/create-store.js';
import type { ServerLock, Store } from './storage/store.js';
import { createUsageRecorder } from './usage/usage-recorder.js';

/** The share of the time in which the event loop works. Low, since a busy server also waits for its database. */
const BUSY_UTILIZATION = 0.25;
const LOAD_INTERVAL_MS = 250;

export interface Service {
  /** With the base path: `http://localhost:3000/v1`. */
  url: string;
  port: number;
  /** The name of the database, without its password. */
  database: string;
  /** A key that was created because the store had none: only on a terminal, since a log must not hold a key. */
  firstKey: string | undefined;
  /** Resolves when the storage has failed. The service should then be closed. */
  failure: Promise<Error>;
  /** Makes /readyz and `Connection: close` announce that the service will close. Requests are still served. */
  announceStop(): void;
  /** Waits for requests in flight, and stores everything. It logs what cannot be closed, and sets the exit code. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  shop: Shop;
  /** Default: the shop's. */
  contract?: Contract;
  log: Logger;
  /** Default: new ones, which takes a moment. */
  validators?: Validators;
  /** See ApiOptions. */
  examples?: Examples;
  checksReads?: boolean | undefined;
  /** For the mock: the store to use in place of the one that was opened. */
  adaptStore?(store: Store): Store;
}

/** On an error, everything that was opened is closed before the promise rejects. */
export async function openService(
  config: Config,
  { shop, contract = shop.contract, log, validators: given, adaptStore, ...dev }: ServiceOptions,
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
    if (await isStoreMissing(config.database, shop.schema)) await assertPorts(config);
    const lock = await acquireServerLock(config.database, config.rateLimitUrl !== undefined);
    cleanups.push(() => lock.release());
    const { metricsPort, metricsHost } = config;
    const metrics =
      metricsPort === undefined
        ? undefined
        : (await import('./metrics/metrics.js')).createMetrics(contract, shop.schema, shop.metrics);
    const database = databaseName(config.database);
    const isNewExpected = process.stderr.isTTY && isDefaultDatabase(config, shop.product.name);
    const opened = await createStore(config.database, shop.schema, {
      log,
      onMissing() {
        if (isNewExpected) return;
        log.warn({ database }, 'there was no store: creating a new one; is its volume mounted?');
      },
      onCommit: metrics?.onCommit,
    });
    const store = adaptStore?.(opened) ?? opened;
    cleanups.push(() => store.close());
    const usage = createUsageRecorder(store.usage, systemClock, log);
    cleanups.push(() => usage.close());
    const failure = Promise.race([store.broken, lock.lost]);
    const checkReadiness = createReadinessCheck(store, log);
    await checkReadiness().catch(() => {}); // logs warnings; /readyz reports everything else
    const limiter = await createLimiter(config.rateLimitUrl, {
      namespace: shop.product.name,
      counters: store.counters,
      log,
    });
    cleanups.push(() => limiter.close());
    if (limiter.peers !== undefined) await lock.join(limiter.peers);
    const validators = given ?? (await createValidators(contract));
    cleanups.push(() => samplerOf(log).flush());
    const loadMonitor = createEventLoopMonitor(log);
    cleanups.push(() => loadMonitor.close());
    const stopping = new AbortController();
    const app = createApp({
      ...config,
      ...shop,
      realm: shop.product.name,
      contract,
      validators,
      store,
      limiter,
      clock: systemClock,
      log,
      usage,
      loadMonitor,
      metrics,
      ownMetrics: metrics?.own ?? withoutEffect(shop.metrics),
      stopping: stopping.signal,
      checkReadiness,
      ...dev,
    });
    const listeners: Pick<HttpServer, 'close'>[] = [];
    cleanups.push(() => Promise.all(listeners.map((listener) => listener.close()))); // each may wait for seconds
    if (metrics && metricsPort !== undefined) {
      const options = { port: metricsPort, host: metricsHost, log };
      const metricsServer = await serveMetrics(metrics, options);
      listeners.push(metricsServer);
      const metricsUrl = `http://${displayHost(metricsHost)}:${metricsServer.address.port}/metrics`;
      log.info({ metricsUrl }, 'serving metrics');
    }
    const maxConnections = maxConnectionsWithin(log);
    const server = await listen(app, { ...config, maxConnections, log, stopping: stopping.signal });
    listeners.push(server);
    cleanups.push(reportLoad(lock));
    metrics?.watch({ store, limiter, loadMonitor, server });

    const { port } = server.address;
    const url = `http://${displayHost(config.host)}:${port}${contract.basePath}`;
    const firstKey = await createFirstKey(shop, store, log); // the last step of the start that can fail
    return { url, port, database, firstKey, failure, announceStop: () => stopping.abort(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Tells imports beside this server how busy it is. @returns a function that ends that. */
function reportLoad(lock: ServerLock): () => void {
  let last = performance.eventLoopUtilization();
  let isBusy = false;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization >= BUSY_UTILIZATION === isBusy) return;
    isBusy = !isBusy;
    lock.setLoad(isBusy ? 'busy' : 'idle');
  }, LOAD_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/**
 * A start that fails because of its address must not leave a new store behind. Where there is a store, the address is bound
 * last: the server that stops may still have it.
 */
async function assertPorts({ port, host, metricsPort, metricsHost }: Config): Promise<void> {
  await assertCanListen(port, host);
  if (metricsPort === undefined) return;
  await assertCanListen(metricsPort, metricsHost).catch(throwMetricsListenError);
}

/** If the store has no keys. Where stderr is no terminal, what is written to it is kept as a log. */
async function createFirstKey(
  { product, keyFormat }: Shop,
  store: Store,
  log: Logger,
): Promise<string | undefined> {
  if (!(await store.keys.isEmpty())) return undefined;
  if (!process.stderr.isTTY) {
    log.warn(
      `there is no API key yet; run \`${product.name} keys create --plan free --name NAME\``,
    );
    return undefined;
  }
  const settings = { name: 'first', plan: 'free', quota: undefined };
  return (await issueKey(keyFormat, store.keys, settings, systemClock())).key;
}

/** The host to show in a URL that works on this machine. */
function displayHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return toUrlHost(host);
}
