// The result as text: tables in Markdown, so that a terminal and a page can show the same.
import { WHAT } from './contestants.js';
import type { Machine } from './machine.js';
import type { Options } from './options.js';
import { type Goal, isMet, type Outcome } from './works/work.js';

export interface Result {
  machine: Machine;
  options: Options;
  outcomes: readonly Outcome[];
  skipped: readonly { id: string; reason: string }[];
}

export function formatResult({ machine, options, outcomes, skipped }: Result): string {
  const { processor, cores, memoryGigabytes, system, node, when, loadBefore, versions } = machine;
  const goals = outcomes.flatMap((outcome) => outcome.goals);
  return [
    `${processor}, ${cores} cores, ${memoryGigabytes} GB; ${system}; Node ${node}; ${when} UTC; load before the run ${loadBefore.toFixed(2)}.`,
    `Medians of ${options.rounds} rounds of ${options.seconds} s in turns, after one that warms up. Load and servers share the machine.`,
    ...(loadBefore > cores / 4
      ? ['**The machine was busy before the run: distrust these numbers.**']
      : []),
    '',
    '### Goals',
    '',
    ...formatTable(['goal', 'wanted', 'measured', 'rounds', ''], goals.map(goalCells)),
    '',
    ...skipped.map(({ id, reason }) => `Not measured: ${id}: ${reason}.\n`),
    ...outcomes.flatMap(formatOutcome),
    '### Who takes part',
    '',
    ...formatTable(
      ['', 'what it is'],
      options.contestants.map((name) => [name, WHAT[name]]),
      2,
    ),
    '',
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    '',
  ].join('\n');
}

function formatOutcome({ title, notes, columns, rows }: Outcome): string[] {
  const table = formatTable(
    ['', ...columns],
    rows.map(({ name, cells }) => [name, ...cells]),
  );
  return [`### ${title}`, '', notes.join(' '), '', ...table, ''];
}

function goalCells(goal: Goal): string[] {
  const { text, value, unit, sense, bound, range } = goal;
  const rounds = range ? `${show(range.least)} to ${show(range.most)}` : '';
  const verdict = isMet(goal) ? 'ok' : 'short';
  return [text, `${sense} ${show(bound)}${unit}`, `${show(value)}${unit}`, rounds, verdict];
}

function show(value: number): string {
  return value >= 20 ? value.toFixed(0) : value.toFixed(2);
}

/** @param left How many columns, from the left, hold words rather than numbers. */
function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left = 1,
): string[] {
  const widths = head.map((_, place) =>
    Math.max(3, ...[head, ...rows].map((row) => row[place]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, place) => pad(cells[place] ?? '', width, place >= left)).join(' | ')} |`;
  const rule = `| ${widths.map((width, place) => (place >= left ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)];
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}
