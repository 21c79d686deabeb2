// Tail latency (p99) at half the peak load.
import { measureInterleaved } from '../measure.js';
import { median } from '../statistics.js';
import {
  COLUMNS,
  CONNECTIONS,
  findServer,
  type Measured,
  ratioGoal,
  type Scenario,
  toRow,
} from './scenario.js';

export const latencyScenario: Scenario = {
  id: 'p99',
  title: 'List 20 animals at half the peak load',
  usesSharedServers: true,
  async run(bench): Promise<Measured | string> {
    const [ours, fastify] = [findServer(bench, 'ours'), findServer(bench, 'fastify')];
    if (!ours || !fastify) return 'it needs the servers ours and fastify';
    const { options, load, progress } = bench;
    const { rounds: count, seconds } = options;
    const job = { workload: 'list' as const, connections: CONNECTIONS, seconds };
    const peaks = await measureInterleaved(
      load,
      [{ label: 'peak', server: fastify, job }],
      3,
      progress,
    );
    const peak = median(peaks.get('peak')?.map(({ perSecond }) => perSecond) ?? []);
    const rate = Math.round(peak / 2);
    progress(`${rate} requests/s for both`);
    const series = [ours, fastify].map((server) => ({
      label: server.name,
      server,
      job: { ...job, rate },
    }));
    const rounds = await measureInterleaved(load, series, count, progress);
    const p99 = (name: 'ours' | 'fastify') => rounds.get(name)?.map(({ p99Ms }) => p99Ms) ?? [];
    return {
      notes: [
        `${rate} requests per second for both, half of fastify's peak, evenly spaced over at most ${CONNECTIONS} connections.`,
        'Latency starts at the scheduled time, so it includes the wait for a free connection.',
      ],
      columns: COLUMNS,
      rows: [ours, fastify].map((server) =>
        toRow(server.name, rounds.get(server.name) ?? [], server),
      ),
      bars: {
        unit: 'ms, p99',
        values: (['ours', 'fastify'] as const).map((name) => ({ name, value: median(p99(name)) })),
      },
      goals: [
        ratioGoal('p99 at half load: ours / fastify', [p99('ours'), p99('fastify')], '<=', 1),
      ],
      raw: { rate, ...Object.fromEntries(rounds) },
    };
  },
};
