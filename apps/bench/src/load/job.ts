// Messages between the benchmark and its load generator.
import type { Workload } from './workloads.js';

export interface LoadJob {
  /** The connections are divided among them. */
  origins: readonly string[];
  key: string;
  workload: Workload;
  connections: number;
  /** Either a duration or a number of requests. */
  seconds?: number;
  amount?: number;
  /** Requests per second, evenly spaced. Without it, each connection sends its next request after each response. */
  rate?: number;
}

export interface LoadResult {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  errors: number;
  /** CPU time of the load generator, as a share of one core. Near 1 the load generator is the bottleneck. */
  loadShare: number;
}
