// Owns what the load is told, and what it tells.
import type { Workload } from './workloads.js';

export interface Job {
  /** Each gets its share of the connections. */
  origins: readonly string[];
  key: string;
  workload: Workload;
  connections: number;
  /** How long, or how many requests. */
  seconds?: number;
  amount?: number;
  /** Evenly spaced, so many a second; without it every connection sends as soon as it has its answer. */
  rate?: number;
}

export interface Seen {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** How many answers had which status. */
  statuses: Record<string, number>;
  errors: number;
  /** The share of one processor that the load itself took: near 1 it is the load that is measured. */
  loadShare: number;
}
