// Service metrics that are read at each scrape from the running parts, which keep their own counts.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { HttpServer } from '../connections/http-server.js';
import type { EventLoopMonitor } from '../http/event-loop-monitor.js';
import type { Limiter } from '../rate-limit/limiter.js';
import type { Store } from '../storage/store.js';

export interface ServiceParts {
  store: Pick<Store, 'stats'>;
  limiter: Pick<Limiter, 'status'>;
  loadMonitor: Pick<EventLoopMonitor, 'shed'>;
  server: Pick<HttpServer, 'closedConnections'>;
}

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

interface Options {
  /** Without the prefix that all have. */
  name: string;
  help: string;
  labels?: readonly string[];
  read(): readonly Sample[];
}

/** @param prefix Of all names. */
export function registerServiceMetrics(
  registry: Registry,
  prefix: string,
  parts: ServiceParts,
): void {
  const { store, limiter, loadMonitor, server } = parts;
  const register = (Type: typeof Counter | typeof Gauge, options: Options) =>
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
