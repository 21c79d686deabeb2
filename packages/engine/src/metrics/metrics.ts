// Metrics in the Prometheus text format, by prom-client. This file is loaded only if METRICS_PORT is set.
//
// Requests, quota decisions and commits are counted as they happen; the rest is read from the running parts at each scrape.
//
// The contract and this program fix all label values. None is sent by a client: a path, a method that is not in HTTP's
// standards, an address or a key would let clients create any number of time series.
import { mapValues } from '@animal-store/core';
import type { Decision } from '@animal-store/core/rate-limit';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpServer } from '../connections/http-server.js';
import type { Contract } from '../contract.js';
import type { EventLoopMonitor } from '../http/event-loop-monitor.js';
import type { Caller } from '../model.js';
import type { Limiter } from '../rate-limit/limiter.js';
import type { Exchange } from '../request/exchange.js';
import type { Schema } from '../storage/schema.js';
import type { Store } from '../storage/store.js';
import type { OwnMetrics } from './own-metrics.js';

/** From a response out of a cache to the longest timeout of storage. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Sockets and timers that are open. Counting them takes long when there are many, and other metrics have what matters. */
const OMITTED = ['active_handles', 'active_requests', 'active_resources'];
const OUTCOMES: readonly Decision['outcome'][] = ['admitted', 'rate_limited', 'key_banned'];
/** The plan of requests without a valid key, which are counted for their client address. */
const NO_PLAN = 'anonymous';
/** Source: OpenTelemetry, `http.request.method`. Each method that is not listed is `_OTHER`. */
const KNOWN_METHODS = new Set('CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' '));
const OTHER_METHOD = '_OTHER';
/** For paths that the service does not have. Prometheus reads it as if there were no label. */
const NO_ROUTE = '';
/** The client has disconnected before the response. */
const NO_STATUS = '';
/** The paths outside the contract. */
const OPERATOR_ROUTES = ['/healthz', '/readyz', '/openapi.json', '/docs'];
/** The files of the reference page are one route. */
const DOCS_FILES = '/docs/';

/** The running parts, which keep their own counts. */
interface ServiceParts {
  store: Pick<Store, 'stats'>;
  limiter: Pick<Limiter, 'status'>;
  loadMonitor: Pick<EventLoopMonitor, 'shed'>;
  server: Pick<HttpServer, 'closedConnections'>;
}

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

interface ScrapedMetric {
  /** Without the prefix that all have. */
  name: string;
  help: string;
  labels?: readonly string[];
  read(): readonly Sample[];
}

export type Metrics = ReturnType<typeof createMetrics>;

/** @param schema Its name begins the names of the service's metrics, and of the shop's own. */
export function createMetrics(
  contract: Contract,
  { name, version }: Pick<Schema, 'name' | 'version'>,
  own: OwnMetrics = {},
) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const omitted of OMITTED)
    for (const suffix of ['', '_total']) registry.removeSingleMetric(`nodejs_${omitted}${suffix}`);
  new Gauge({
    name: `${name}_build_info`,
    help: 'Always 1. The version of the service, of Node, and of the database schema.',
    labelNames: ['version', 'node', 'schema'],
    registers,
  }).set({ version: contract.version, node: process.version, schema: version }, 1);
  const requestSeconds = new Histogram({
    name: 'http_server_request_duration_seconds', // these names: OpenTelemetry's semantic conventions for HTTP metrics
    help: 'Duration of requests, until the response has been sent.',
    labelNames: ['http_route', 'http_request_method', 'http_response_status_code'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const decisions = new Counter({
    name: `${name}_rate_limit_decisions_total`,
    help: 'Requests that were counted against a quota, or refused for it.',
    labelNames: ['plan', 'outcome'],
    registers,
  });
  for (const plan of [...Object.keys(contract.plans), NO_PLAN])
    for (const outcome of OUTCOMES) decisions.inc({ plan, outcome }, 0);
  const commitSeconds = new Histogram({
    name: `${name}_storage_commit_duration_seconds`,
    help: 'Duration of write transactions, from their begin to their commit.',
    buckets: BUCKETS_SECONDS,
    registers,
  });
  return {
    own: mapValues(own, ({ type, name: suffix, help, labels = [], buckets = BUCKETS_SECONDS }) => {
      const options = { name: `${name}_${suffix}`, help, labelNames: labels, registers };
      return type === 'counter'
        ? new Counter(options)
        : new Histogram({ ...options, buckets: [...buckets] });
    }),
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    measureRequest(exchange: Exchange): void {
      const { method, status = NO_STATUS } = exchange;
      const labels = {
        http_route: routeOf(contract, exchange),
        http_request_method: KNOWN_METHODS.has(method) ? method : OTHER_METHOD,
        http_response_status_code: status,
      };
      requestSeconds.observe(labels, exchange.durationMs() / 1000);
    },
    /** @param caller Undefined for a request without a valid key. */
    onDecision: (caller: Pick<Caller, 'plan'> | undefined, outcome: Decision['outcome']): void =>
      decisions.inc({ plan: caller?.plan ?? NO_PLAN, outcome }),
    onCommit: (durationMs: number): void => commitSeconds.observe(durationMs / 1000),
    /** Adds the metrics that are read from the running parts of the service. */
    watch: (parts: ServiceParts): void => registerServiceMetrics(registry, name, parts),
    /** All metrics, as a scrape gets them. */
    toText: (): Promise<string> => registry.metrics(),
  };
}

/** The path template of a request. A request that was refused early has no operation, but may have a known path. */
function routeOf({ basePath, operations }: Contract, { operation, url }: Exchange): string {
  if (operation !== undefined) return operation.route;
  const [path = ''] = url.split('?', 1);
  if (OPERATOR_ROUTES.includes(path)) return path;
  if (path.startsWith(DOCS_FILES)) return DOCS_FILES.slice(0, -1);
  if (!path.startsWith(`${basePath}/`)) return NO_ROUTE;
  const suffix = path.slice(basePath.length);
  return operations.find(({ match }) => match(suffix) !== undefined)?.route ?? NO_ROUTE;
}

/** Registers the metrics that are read at each scrape. @param prefix Of all names. */
function registerServiceMetrics(registry: Registry, prefix: string, parts: ServiceParts): void {
  const { store, limiter, loadMonitor, server } = parts;
  const register = (Type: typeof Counter | typeof Gauge, options: ScrapedMetric) =>
    new Type({
      name: `${prefix}_${options.name}`,
      help: options.help,
      labelNames: options.labels ?? [],
      registers: [registry],
      collect() {
        this.reset();
        for (const [value, labels = {}] of options.read()) this.inc(labels, value);
      },
    });

  register(Counter, {
    name: 'connections_closed_total',
    help: 'Connections that a limit closed or refused, by the reason as in the log.',
    labels: ['reason'],
    read: () => samplesOf(server.closedConnections(), 'reason'),
  });
  register(Counter, {
    name: 'requests_shed_total',
    help: 'Requests that were refused with 503 because the process was overloaded. Class: without a key (anonymous), with a key that is over its quota (refused), or with a valid key (key).',
    labels: ['class'],
    read: () => samplesOf(loadMonitor.shed, 'class'),
  });
  register(Gauge, {
    name: 'storage_queue_length',
    help: 'Calls that wait for storage: for the next transaction in SQLite, for a connection in PostgreSQL.',
    read: () => [[store.stats().queueLength]],
  });
  if (Object.keys(store.stats().waiting).length > 0) {
    register(Gauge, {
      name: 'postgres_calls_waiting',
      help: 'Calls that wait for a connection to PostgreSQL, or behind another call on one.',
      labels: ['pool'],
      read: () => samplesOf(store.stats().waiting, 'pool'),
    });
  }
  if (store.stats().lastBackupMs !== undefined) {
    register(Gauge, {
      name: 'last_backup_timestamp_seconds',
      help: 'When the last successful backup of the SQLite database began; 0 if there was none.',
      read: () => [[(store.stats().lastBackupMs ?? 0) / 1_000]],
    });
  }
  const status = limiter.status?.bind(limiter);
  if (status === undefined) return;
  register(Gauge, {
    name: 'redis_up',
    help: '1 while Redis counts the requests, 0 while this node decides locally.',
    read: () => [[status().unavailable ? 0 : 1]],
  });
  register(Counter, {
    name: 'redis_local_decisions_total',
    help: 'Requests that this node decided locally.',
    read: () => [[status().decidedLocally]],
  });
}

function samplesOf(counts: Readonly<Record<string, number>>, label: string): Sample[] {
  return Object.entries(counts).map(([value, count]) => [count, { [label]: value }]);
}
