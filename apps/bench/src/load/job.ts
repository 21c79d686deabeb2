// Messages between the benchmark and its load generator.
import type { PageSet } from './page-urls.js';
import type { Workload } from './workloads.js';

export interface LoadJob {
  /** The connections are divided among them. */
  origins: readonly string[];
  key: string;
  /** Of a server that signs its cursors, as base64url. */
  cursorSecret?: string;
  workload: Workload;
  /** For workloads with pages at random. */
  pages?: PageSet;
  /** Of the random choices. Another one in each round, so that no server sees the same order of pages twice. */
  seed: number;
  connections: number;
  /** Either a duration or a number of requests. */
  seconds?: number;
  amount?: number;
  /** Requests per second, evenly spaced. Without it, each connection sends its next request after each response. */
  rate?: number;
}

/** What a scenario chooses. The rest belongs to the server and the round. */
export type JobChoice = Omit<LoadJob, 'origins' | 'key' | 'cursorSecret' | 'seed'>;

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
