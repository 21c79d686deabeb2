// Cost of a rate-limited request, compared with an admitted one.
import { measureInterleaved, secondsOf } from '../measure.js';
import {
  COLUMNS,
  CONNECTIONS,
  findServer,
  type Measured,
  ratioGoal,
  type Scenario,
  toRow,
} from './scenario.js';

const MAX_TIME_RATIO = 0.5;

export const rateLimitedScenario: Scenario = {
  id: 'rate-limited',
  title: 'Rate-limited and admitted requests for the same page',
  usesSharedServers: true,
  estimateSeconds: (options) => secondsOf(2, options),
  async run(bench): Promise<Measured | string> {
    const ours = findServer(bench, 'ours');
    if (!ours) return 'it needs the server ours';
    const { options, load, progress } = bench;
    const job = { workload: 'list' as const, connections: CONNECTIONS, seconds: options.seconds };
    const series = [
      { label: 'admitted', server: ours, job },
      {
        label: 'rate-limited',
        server: ours,
        job,
        key: ours.store.freeKey,
        statuses: ['429', '503'],
      },
    ] as const;
    const rounds = await measureInterleaved(load, series, options.rounds, progress);
    const shed = (rounds.get('rate-limited') ?? []).reduce(
      (sum, { statuses }) => sum + (statuses['503'] ?? 0),
      0,
    );
    const times = (label: 'admitted' | 'rate-limited') =>
      rounds.get(label)?.map(({ perSecond }) => 1 / perSecond) ?? [];
    return {
      notes: [
        'Both are `GET /v1/pets?limit=20`, the work of "The same page again", which is the cheapest admitted request.',
        'The rate-limited key is on the free plan. The warm-up uses up its quota, and ten refusals ban it, so nearly all responses are `key_banned`.',
        `Load shedding refused ${shed} of them with 503.`,
      ],
      columns: COLUMNS,
      rows: series.map(({ label }) => toRow(label, rounds.get(label) ?? [], ours)),
      goals: [
        ratioGoal(
          {
            work: 'Time of a rate-limited request',
            rival: 'admitted request for the same page',
            operator: '<=',
            target: MAX_TIME_RATIO,
          },
          times('rate-limited'),
          times('admitted'),
        ),
      ],
      raw: Object.fromEntries(rounds),
    };
  },
};
