// In-process server for tests: HTTP on a free port, a new store, and a clock that only the test advances.
import { document } from '@animal-store/contract/document';
import type { LoadMonitor } from '@animal-store/engine/internal/access/load-shedding';
import { createApp } from '@animal-store/engine/internal/app';
import type { ConnectionLimits } from '@animal-store/engine/internal/connections/connection-limiter';
import { type HttpServer, listen } from '@animal-store/engine/internal/connections/http-server';
import type { AnyHandlers } from '@animal-store/engine/internal/handler';
import type { Metrics } from '@animal-store/engine/internal/metrics/metrics';
import { withoutEffect } from '@animal-store/engine/internal/metrics/own-metrics';
import type { KeyRestrictions } from '@animal-store/engine/internal/model';
import { createReadinessCheck } from '@animal-store/engine/internal/pages/health';
import type { Limiter } from '@animal-store/engine/internal/rate-limit/limiter';
import { createLocalLimiter } from '@animal-store/engine/internal/rate-limit/local-limiter';
import { createValidators } from '@animal-store/engine/internal/request/validators';
import { readConfig } from '@animal-store/engine/internal/settings/settings';
import { createIdempotencyClock } from '@animal-store/engine/internal/storage/sqlite/idempotency-clock';
import { createSqliteStore } from '@animal-store/engine/internal/storage/sqlite/sqlite-store';
import {
  createUsageRecorder,
  type UsageRecorder,
} from '@animal-store/engine/internal/usage/usage-recorder';
import { sealDocument } from '@animal-store/spec/document';
import { type DestinationStream, pino } from 'pino';
import { type IssuedKey, issueKey } from './api-keys.js';
import type { Store } from './open-stores.js';
import { shop } from './plain-shop.js';
import { START_MS } from './start-time.js';
import { expectValidResponse, type TestResponse } from './validate-response.js';

const NO_SHEDDING: LoadMonitor = { decide: () => 'serve', countShed: () => {} };

export interface StartOptions {
  /** Database file that outlives the server. Default: in memory. */
  file?: string;
  /** Default: that of the plain shop. */
  schema?: typeof shop.schema;
  nowMs?: number;
  /** Default: 127.0.0.1. The URL is that of IPv4. */
  host?: string;
  corsOrigins?: string[];
  trustProxy?: boolean | number | string[];
  logTo?: DestinationStream;
  /** Default: info. */
  logLevel?: string;
  limits?: Partial<ConnectionLimits>;
  loadMonitor?: LoadMonitor;
  metrics?: Metrics;
  /** The test closes it. By default a new one, which counts in the store. */
  limiter?: Limiter;
  /** Edits the contract before the server reads it. */
  edit?: (contract: typeof document) => void;
  /** Handlers of operations that `edit` adds. */
  handlers?: AnyHandlers;
}

export interface CallOptions {
  method?: string;
  /** null: no key. Default: the server's own key, which has a quota large enough for any test. */
  key?: string | null;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Uint8Array;
}

export interface TestServer {
  url: string;
  store: Store;
  usage: UsageRecorder;
  closedConnections: HttpServer['closedConnections'];
  /** Default key of calls. */
  key: string;
  clock: { nowMs: number; advance(seconds: number): void };
  /** Advances the clock. PostgreSQL uses its own clock, so there idempotency records are backdated instead. */
  advanceTime(ms: number): Promise<void>;
  issueKey(
    plan: string,
    quota?: { perMinute: number; perDay: number },
    restrictions?: Partial<KeyRestrictions>,
  ): Promise<IssuedKey>;
  /** Sends a request to a path below the base path, and validates the response against the contract. */
  call(path: string, options?: CallOptions): Promise<TestResponse>;
  close(): Promise<void>;
}

/** By the edit of the contract, so that the schemas of servers with the same edit are compiled once. */
const compiled = new Map<StartOptions['edit'], ReturnType<typeof compileContract>>();

async function compileContract(edit: StartOptions['edit']) {
  const { contract, readDocs } = edit
    ? await readEdited(edit)
    : { contract: { ...shop.contract, document }, readDocs: shop.readDocs };
  return { contract, readDocs, validators: await createValidators(contract) };
}

/** What a build would make of the edited contract. Its modules are loaded only here: most tests need none. */
async function readEdited(edit: NonNullable<StartOptions['edit']>) {
  const { ANIMAL_STORE, createDocs } = await import('@animal-store/reference');
  const { readTestContract } = await import('./read-contract.js');
  const edited = structuredClone(document);
  edit(edited);
  const readDocs = createDocs(sealDocument(edited), shop.readDocs, ANIMAL_STORE);
  return { contract: readTestContract(edited), readDocs };
}

export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const compiling = compiled.get(options.edit) ?? compileContract(options.edit);
  compiled.set(options.edit, compiling);
  const { contract, readDocs, validators } = await compiling;
  const clock = {
    nowMs: options.nowMs ?? START_MS,
    advance(seconds: number) {
      clock.nowMs += seconds * 1000;
    },
  };
  const now = () => clock.nowMs;
  const { store, age, drop } = await openTestStore(options, now);
  const limiter = options.limiter ?? createLocalLimiter(store.counters, now);
  const log = options.logTo
    ? pino({ level: options.logLevel ?? 'info' }, options.logTo)
    : pino({ level: 'silent' });
  const { corsOrigins = [], trustProxy = false, loadMonitor = NO_SHEDDING, metrics } = options;
  const handlers = { ...shop.handlers, ...options.handlers };
  const usage = createUsageRecorder(store.usage, now, log);
  const { keyFormat } = shop;
  const services = { contract, readDocs, keyFormat, store, limiter, clock: now, log, usage };
  const app = createApp({
    realm: shop.product.name,
    ...services,
    corsOrigins,
    trustProxy,
    handlers,
    metrics,
    validators,
    loadMonitor,
    checkReadiness: createReadinessCheck(store, log),
    ownSettings: readConfig({}, shop.product.name, undefined, shop.settings).ownSettings,
    ownMetrics: withoutEffect(shop.metrics),
    checksReads: true,
  });
  const { host = '127.0.0.1', limits } = options;
  const server = await listen(app, { port: 0, host, log, ...limits });
  const url = `http://127.0.0.1:${server.address.port}`;

  const issue: TestServer['issueKey'] = (plan, quota, restrictions) =>
    issueKey(store.keys, { name: 'test', plan, quota, ...restrictions }, clock.nowMs);
  const { key } = await issue('enterprise', { perMinute: 1_000_000, perDay: 10_000_000 });

  return {
    url,
    store,
    closedConnections: server.closedConnections,
    usage,
    key,
    clock,
    issueKey: issue,
    async advanceTime(ms) {
      clock.nowMs += ms;
      await age(ms);
    },
    async call(path, request = {}) {
      const sentKey = request.key === undefined ? key : request.key;
      const method = request.method ?? 'GET';
      const response = await fetch(`${url}${contract.basePath}${path}`, {
        method,
        headers: {
          ...(sentKey !== null && { Authorization: `Bearer ${sentKey}` }),
          ...(request.json !== undefined && { 'Content-Type': 'application/json' }),
          ...request.headers,
        },
        ...(request.json !== undefined && { body: JSON.stringify(request.json) }),
        ...(request.body !== undefined && { body: request.body as string }),
      });
      const text = await response.text();
      const reply = {
        status: response.status,
        headers: response.headers,
        text,
        json: text === '' ? undefined : JSON.parse(text),
      };
      expectValidResponse(contract, method, path, reply);
      return reply;
    },
    async close() {
      await server.close();
      if (options.limiter === undefined) await limiter.close();
      await usage.close();
      await store.close();
      await drop();
    },
  };
}

/** PostgreSQL if TEST_STORE=postgres, except for tests with a file that outlives the server. */
async function openTestStore({ file, schema = shop.schema }: StartOptions, now: () => number) {
  if (file !== undefined || process.env.TEST_STORE !== 'postgres') {
    return {
      store: createSqliteStore(file ?? ':memory:', schema, createIdempotencyClock(now, now)),
      age: async () => {},
      drop: async () => {},
    };
  }
  const { createPostgresStore } = await import(
    '@animal-store/engine/internal/storage/postgres/postgres-store'
  );
  const database = await (await import('./postgres.js')).createSchema();
  return {
    store: await createPostgresStore(database.url, schema),
    age: async (ms: number) => {
      await database.query('UPDATE idempotency_records SET created_ms = created_ms - $1', [ms]);
    },
    drop: database.drop,
  };
}
