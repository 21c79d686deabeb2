// Cost of a rate-limited request, compared with an admitted one.
import { measureInterleaved } from '../measure.js';
import {
  COLUMNS,
  CONNECTIONS,
  findServer,
  type Measured,
  ratioGoal,
  type Scenario,
  toRow,
} from './scenario.js';

export const rateLimitedScenario: Scenario = {
  id: 'rate-limited',
  title: 'Rate-limited and admitted list requests',
  usesSharedServers: true,
  async run(bench): Promise<Measured | string> {
    const ours = findServer(bench, 'ours');
    if (!ours) return 'it needs the server ours';
    const { options, load, progress } = bench;
    const job = { workload: 'list' as const, connections: CONNECTIONS, seconds: options.seconds };
    const series = [
      { label: 'admitted', server: ours, job },
      { label: 'rate-limited', server: ours, job, key: ours.store.freeKey, status: '429' },
    ] as const;
    const rounds = await measureInterleaved(load, series, options.rounds, progress);
    const time = (label: 'admitted' | 'rate-limited') =>
      rounds.get(label)?.map(({ perSecond }) => 1 / perSecond) ?? [];
    const cpu = (label: 'admitted' | 'rate-limited') =>
      rounds.get(label)?.map(({ cpuMicroseconds }) => cpuMicroseconds) ?? [];
    return {
      notes: [
        'The rate-limited key is on the free plan. The warm-up uses up its quota and ten refusals ban it, so nearly all responses are `key_banned`.',
      ],
      columns: COLUMNS,
      rows: series.map(({ label }) => toRow(label, rounds.get(label) ?? [], ours)),
      goals: [
        ratioGoal(
          'rate-limited / admitted, time',
          [time('rate-limited'), time('admitted')],
          '<=',
          0.7,
        ),
        ratioGoal(
          'rate-limited / admitted, server CPU',
          [cpu('rate-limited'), cpu('admitted')],
          '<=',
          0.7,
        ),
      ],
      raw: Object.fromEntries(rounds),
    };
  },
};
