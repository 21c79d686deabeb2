// Metrics in the Prometheus text format, by prom-client. This folder is loaded only if METRICS_PORT is set.
//
//   metrics.ts          what the parts report as it happens: requests, quota decisions, commits
//   service-metrics.ts  what is read from the parts at each scrape
//   metrics-server.ts   the listener
//
// The contract and this program fix all label values. None is sent by a client: a path, a method that is not in HTTP's
// standards, an address or a key would let clients create any number of time series.
import type { Decision } from '@animal-store/core/rate-limit';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Contract } from '../contract.js';
import type { Caller } from '../model.js';
import type { Schema } from '../storage/schema.js';
import { measureRequests } from './request-metrics.js';
import { registerServiceMetrics, type ServiceParts } from './service-metrics.js';

/** From a response out of a cache to the longest timeout of storage. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Sockets and timers that are open. Counting them takes long when there are many, and other metrics have what matters. */
const OMITTED = ['active_handles', 'active_requests', 'active_resources'];
const OUTCOMES: readonly Decision['outcome'][] = ['admitted', 'rate_limited', 'key_banned'];
/** The plan of requests without a valid key, which are counted for their client address. */
const NO_PLAN = 'anonymous';

export type Metrics = ReturnType<typeof createMetrics>;

/** @param schema Its name begins the names of the service's metrics. */
export function createMetrics(
  contract: Contract,
  { name, version }: Pick<Schema, 'name' | 'version'>,
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
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    measureRequests: measureRequests(contract, requestSeconds),
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
