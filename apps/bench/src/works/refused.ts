// What a request costs that the quota refuses, against one that it admits.
import { alternate } from '../measure.js';
import { COLUMNS, CONNECTIONS, member, type Outcome, ratioGoal, rowOf, type Work } from './work.js';

export const refusedWork: Work = {
  id: 'refused',
  title: 'A refused listing beside an admitted one',
  onFleet: true,
  async run(bench): Promise<Outcome | string> {
    const ours = member(bench, 'ours');
    if (!ours) return 'it needs ours';
    const { options, loader, progress } = bench;
    const job = { workload: 'list' as const, connections: CONNECTIONS, seconds: options.seconds };
    const turns = [
      { label: 'admitted', server: ours, job },
      { label: 'refused', server: ours, job, key: ours.seeded.freeKey, status: '429' },
    ] as const;
    const rounds = await alternate(loader, turns, options.rounds, progress);
    const time = (label: 'admitted' | 'refused') =>
      rounds.get(label)?.map(({ perSecond }) => 1 / perSecond) ?? [];
    const cpu = (label: 'admitted' | 'refused') =>
      rounds.get(label)?.map(({ cpuMicroseconds }) => cpuMicroseconds) ?? [];
    return {
      id: refusedWork.id,
      title: refusedWork.title,
      notes: [
        'A key of the free plan, used up by the warm-up. Ten refusals ban it, so nearly all of these are `key_banned`.',
      ],
      columns: COLUMNS,
      rows: turns.map(({ label }) => rowOf(label, rounds.get(label) ?? [], ours)),
      goals: [
        ratioGoal('refused / admitted, time', [time('refused'), time('admitted')], '<=', 0.7),
        ratioGoal('refused / admitted, server CPU', [cpu('refused'), cpu('admitted')], '<=', 0.7),
      ],
      raw: Object.fromEntries(rounds),
    };
  },
};
