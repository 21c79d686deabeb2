// GET requests with latency measurement.
import { type Agent, get, type IncomingHttpHeaders } from 'node:http';

export interface TimedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  ms: number;
  /** Whether the request used an existing connection. */
  isReused: boolean;
}

/** Rejects if the connection breaks before the response is complete. */
export function timedGet(url: string, key: string, agent: Agent): Promise<TimedResponse> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { Authorization: `Bearer ${key}` } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.once('error', reject);
      response.resume().once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          ms: performance.now() - startMs,
          isReused: sent.reusedSocket,
        }),
      );
    });
  });
}

/** Smallest value that `percent` % of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
