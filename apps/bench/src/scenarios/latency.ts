// Tail latency (p99) at half the peak load.
import { measureInterleaved, secondsOf } from '../measure.js';
import type { Server } from '../server-process.js';
import { kindOf } from '../servers.js';
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
import { fastestAlike } from './throughput.js';

const PEAK_ROUNDS = 3;

export const latencyScenario: Scenario = {
  id: 'p99',
  title: 'The same page again at half the peak load',
  usesSharedServers: true,
  estimateSeconds: (options) =>
    secondsOf(3, { ...options, rounds: PEAK_ROUNDS }) + secondsOf(4, options) * 1.3,
  async run(bench): Promise<Measured | string> {
    const { options, load, servers, progress } = bench;
    const ours = findServer(bench, 'ours');
    const rivals = servers.filter(
      ({ name }) => name === 'fastify' || (name !== 'ours' && kindOf(name) === 'alike'),
    );
    if (!ours || rivals.length === 0) return 'it needs the server ours and a rival';
    const job = { workload: 'list' as const, connections: CONNECTIONS, seconds: options.seconds };
    const peaks = await measureInterleaved(
      load,
      rivals.map((server) => ({ label: server.name, server, job })),
      PEAK_ROUNDS,
      progress,
    );
    const peakOf = (name: Server['name']) =>
      median(peaks.get(name)?.map(({ perSecond }) => perSecond) ?? []);
    const pairs = [findServer(bench, 'fastify'), fastestAlike(rivals, peakOf)].flatMap((rival) => {
      if (rival === undefined) return [];
      const rate = Math.round(peakOf(rival.name) / 2);
      const contestants = [ours, rival].map((server) => ({
        label: `${server.name} at ${rate}/s`,
        server,
        job: { ...job, rate },
      }));
      return [{ rival: rival.name, contestants }];
    });
    const series = pairs.flatMap(({ contestants }) => contestants);
    const rounds = await measureInterleaved(load, series, options.rounds, progress);
    const p99 = (label: string | undefined) =>
      rounds.get(label ?? '')?.map(({ p99Ms }) => p99Ms) ?? [];
    return {
      notes: [
        `Half of what the rival reaches, for it and for ours, evenly spaced over at most ${CONNECTIONS} connections.`,
        'Latency starts at the scheduled time, so it includes the wait for a free connection.',
      ],
      columns: COLUMNS,
      rows: series.map(({ label, server }) => toRow(label, rounds.get(label) ?? [], server)),
      bars: {
        unit: 'ms, p99',
        values: series.map(({ label }) => ({ name: label, value: median(p99(label)) })),
      },
      goals: pairs.map(({ rival, contestants: [first, second] }) => {
        const kind = kindOf(rival);
        const target = kind === 'alike' ? 0.8 : 1;
        return ratioGoal(
          { work: 'p99 at half load', rival, kind, operator: '<=', target },
          p99(first?.label),
          p99(second?.label),
        );
      }),
      raw: Object.fromEntries(rounds),
    };
  },
};
