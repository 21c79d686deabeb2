// Log sampling for anonymous clients: for each client and minute, the first lines are written and the rest are counted.
// The count is written at the end of the minute. So a flood of requests writes a bounded number of lines.
import type { Logger } from 'pino';

const MINUTE_MS = 60_000;
/** How many clients have lines of their own in a minute. All other clients share one count. */
const MAX_CLIENTS = 1_000;
const OTHER_CLIENTS = 'other clients';

interface Sample {
  client: string;
  message: string;
  written: number;
  /** The number of suppressed lines, by status code. */
  statuses: Record<string, number>;
}

interface SampledLine {
  client: string;
  status: number;
  message: string;
  /** The maximum number of these lines to write for each client and minute. */
  limit: number;
  /** By default `info`. */
  level?: 'debug' | 'info' | 'error';
}

export type LogSampler = ReturnType<typeof createLogSampler>;

export function createLogSampler(log: Logger) {
  let samples = new Map<string, Sample>();
  let timer: NodeJS.Timeout | undefined;

  /** Writes the counts and starts a new minute. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const ended = samples.values();
    samples = new Map();
    for (const { client, message, statuses } of ended) {
      const suppressed = Object.values(statuses).reduce((sum, count) => sum + count, 0);
      if (suppressed > 0)
        log.info({ client, suppressed, statuses }, `${message}: lines suppressed`);
    }
  }

  function sampleOf(client: string, message: string, limit: number): Sample {
    const name = `${message} ${limit} ${client}`;
    const known = samples.get(name);
    if (known !== undefined) return known;
    if (samples.size >= MAX_CLIENTS && client !== OTHER_CLIENTS)
      return sampleOf(OTHER_CLIENTS, message, limit);
    const sample = { client, message, written: 0, statuses: {} };
    samples.set(name, sample);
    return sample;
  }

  return {
    flush,
    /** @param fields Returns the fields of the line. Called only if the line is written. */
    write(
      { client, status, message, limit, level = 'info' }: SampledLine,
      fields: () => object,
    ): void {
      timer ??= setTimeout(flush, MINUTE_MS).unref();
      const sample = sampleOf(client, message, limit);
      if (sample.client !== OTHER_CLIENTS && sample.written < limit) {
        sample.written += 1;
        log[level](fields(), message);
      } else {
        sample.statuses[status] = (sample.statuses[status] ?? 0) + 1;
      }
    },
  };
}

const samplers = new WeakMap<Logger, LogSampler>();

/** The sampler of a log. Request logs and socket errors share it. */
export function samplerOf(log: Logger): LogSampler {
  const sampler = samplers.get(log) ?? createLogSampler(log);
  samplers.set(log, sampler);
  return sampler;
}
