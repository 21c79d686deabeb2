// How long the slowest of a hundred wait when the machine is half busy.
import { alternate } from '../measure.js';
import { median } from '../statistics.js';
import { COLUMNS, CONNECTIONS, member, type Outcome, ratioGoal, rowOf, type Work } from './work.js';

export const tailWork: Work = {
  id: 'p99',
  title: 'List 20 animals at half of the peak load',
  onFleet: true,
  async run(bench): Promise<Outcome | string> {
    const [ours, fastify] = [member(bench, 'ours'), member(bench, 'fastify')];
    if (!ours || !fastify) return 'it needs ours and fastify';
    const { options, loader, progress } = bench;
    const { rounds: count, seconds } = options;
    const job = { workload: 'list' as const, connections: CONNECTIONS, seconds };
    const peaks = await alternate(loader, [{ label: 'peak', server: fastify, job }], 3, progress);
    const peak = median(peaks.get('peak')?.map(({ perSecond }) => perSecond) ?? []);
    const rate = Math.round(peak / 2);
    progress(`${rate} a second for both`);
    const turns = [ours, fastify].map((server) => ({
      label: server.name,
      server,
      job: { ...job, rate },
    }));
    const rounds = await alternate(loader, turns, count, progress);
    const p99 = (name: 'ours' | 'fastify') => rounds.get(name)?.map(({ p99Ms }) => p99Ms) ?? [];
    return {
      id: tailWork.id,
      title: tailWork.title,
      notes: [
        `${rate} requests a second for both, half of fastify's peak, evenly spaced over at most ${CONNECTIONS} connections.`,
        'The time counts from when a request was to be sent, so waiting for a free connection is in it.',
      ],
      columns: COLUMNS,
      rows: [ours, fastify].map((server) =>
        rowOf(server.name, rounds.get(server.name) ?? [], server),
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
