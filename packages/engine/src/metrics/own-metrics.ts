// Metrics of a shop's own: what its handlers count and measure. Without METRICS_PORT they do nothing, and prom-client is not loaded.
import { mapValues } from '@animal-store/core';
import type { Counter, Histogram } from 'prom-client';

export interface MetricDefinition {
  type: 'counter' | 'histogram';
  /** Without the product's name, which begins it: `reservations_total`. */
  name: string;
  /** For people. */
  help: string;
  /** Few values each, and none that a client sends: each combination is a time series. */
  labels?: readonly string[];
  /** Of a histogram. By default those of seconds. */
  buckets?: readonly number[];
}

/** By the names in `services.metrics`. */
export type OwnMetrics = Readonly<Record<string, MetricDefinition>>;

/** What handlers get. */
export type MetricsOf<Metrics> = {
  readonly [Name in keyof Metrics]: Metrics[Name] extends { type: 'counter' }
    ? Pick<Counter<LabelOf<Metrics[Name]>>, 'inc'>
    : Pick<Histogram<LabelOf<Metrics[Name]>>, 'observe'>;
};

type LabelOf<Metric> = Metric extends { labels: readonly (infer Label extends string)[] }
  ? Label
  : never;

/** In place of those that nobody scrapes. */
export function withoutEffect(metrics: OwnMetrics): object {
  return mapValues(metrics, () => ({ inc() {}, observe() {} }));
}
