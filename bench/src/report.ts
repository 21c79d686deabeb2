// The report in Markdown: the goals, a table for each scenario, the servers.
import { DESCRIPTIONS } from './servers.js';

export interface Goal {
  work: string;
  /** What it is compared with, if it is a ratio. */
  rival?: string;
  /** One value for each round. */
  values: readonly number[];
  unit: string;
  operator: '>=' | '<=';
  target: number;
}

export interface Result {
  title: string;
  note: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  goals: readonly Goal[];
  /** Share of the CPU time that other processes used while the scenario ran. */
  foreignShare: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** The ratio of each round: the speed of the machine changes from round to round, and its rounds are neighbours. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
}

export function isMet({ values, operator, target }: Goal): boolean {
  return operator === '>=' ? median(values) >= target : median(values) <= target;
}

export function formatReport(head: string, results: readonly Result[]): string {
  const goals = results.flatMap((result) => result.goals);
  const busiest = Math.max(0, ...results.map(({ foreignShare }) => foreignShare));
  return [
    `${head}. Load generator and servers share the machine. Other processes used at most ${(busiest * 100).toFixed(1)} % of the CPU time.`,
    '',
    ...formatTable(['work', 'compared with', 'goal', 'median', 'range', ''], goals.map(goalCells)),
    '',
    ...results.flatMap(({ title, note, columns, rows }) => [
      `### ${title}`,
      '',
      note,
      '',
      ...formatTable(['', ...columns], rows),
      '',
    ]),
    '### Servers',
    '',
    ...formatTable(['', 'what it is'], Object.entries(DESCRIPTIONS)),
    '',
  ].join('\n');
}

function goalCells(goal: Goal): string[] {
  const { work, rival = '', values, unit, operator, target } = goal;
  return [
    work,
    rival,
    `${operator} ${show(target)}${unit}`,
    `${show(median(values))}${unit}`,
    `${show(Math.min(...values))} to ${show(Math.max(...values))}`,
    isMet(goal) ? 'met' : 'missed',
  ];
}

function show(value: number): string {
  return value >= 20 ? value.toFixed(0) : value.toFixed(2);
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
