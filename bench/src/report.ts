// The report in Markdown: one table of what was measured, one of the goals.
import { SERVER_NAMES, SERVERS, type ServerName } from './servers.js';

export interface Row {
  title: string;
  cells: Readonly<Partial<Record<ServerName, string>>>;
}

export interface Goal {
  title: string;
  /** One for each round. */
  values: readonly number[];
  operator: '≥' | '≤';
  target: number;
}

export interface Result {
  rows: readonly Row[];
  goals: readonly Goal[];
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

export function formatReport(head: string, results: readonly Result[]): string {
  const rows = results.flatMap((result) => result.rows);
  const goals = results.flatMap((result) => result.goals);
  return [
    head,
    '',
    "Requests per second, with the server's CPU time for a request in µs, unless a row says otherwise; `*`: the load generator was the limit.",
    '',
    ...formatTable(
      ['work', ...Object.values(SERVERS)],
      rows.map(({ title, cells }) => [title, ...SERVER_NAMES.map((name) => cells[name] ?? '')]),
    ),
    '',
    ...formatTable(['goal', '', 'median', 'range', ''], goals.map(goalCells)),
    '',
  ].join('\n');
}

function goalCells({ title, values, operator, target }: Goal): string[] {
  const reached = median(values);
  const isMet = operator === '≥' ? reached >= target : reached <= target;
  const range = `${show(Math.min(...values))} to ${show(Math.max(...values))}`;
  return [title, `${operator} ${target}`, show(reached), range, isMet ? 'met' : 'missed'];
}

function show(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
