// The report in Markdown, for the terminal and for docs/performance.md.

import type { Machine } from '../machine.js';
import type { Options } from '../options.js';
import { type Goal, isMet, type ScenarioResult } from '../scenarios/scenario.js';
import { DESCRIPTIONS } from '../servers.js';

export interface Report {
  machine: Machine;
  options: Options;
  results: readonly ScenarioResult[];
  skipped: readonly { id: string; reason: string }[];
}

export function formatReport({ machine, options, results, skipped }: Report): string {
  const { processor, cores, memoryGigabytes, system, node, when, loadBefore, versions } = machine;
  const goals = results.flatMap((result) => result.goals);
  return [
    `${processor}, ${cores} cores, ${memoryGigabytes} GB; ${system}; Node ${node}; ${when} UTC; load average before the run ${loadBefore.toFixed(2)}.`,
    `Medians of ${options.rounds} interleaved rounds of ${options.seconds} s, after one warm-up round. Load generator and servers share the machine.`,
    ...(loadBefore > cores / 4
      ? ['**The machine was busy before the run, so these numbers are unreliable.**']
      : []),
    '',
    '### Goals',
    '',
    ...formatTable(['goal', 'target', 'measured', 'range', ''], goals.map(goalCells)),
    '',
    ...skipped.map(({ id, reason }) => `Not measured: ${id}: ${reason}.\n`),
    ...results.flatMap(formatScenario),
    '### Servers',
    '',
    ...formatTable(
      ['', 'description'],
      options.serverNames.map((name) => [name, DESCRIPTIONS[name]]),
      2,
    ),
    '',
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    '',
  ].join('\n');
}

function formatScenario({ title, notes, columns, rows }: ScenarioResult): string[] {
  const table = formatTable(
    ['', ...columns],
    rows.map(({ name, cells }) => [name, ...cells]),
  );
  return [`### ${title}`, '', notes.join(' '), '', ...table, ''];
}

function goalCells(goal: Goal): string[] {
  const { text, value, unit, operator, target, range } = goal;
  const spread = range ? `${show(range.least)} to ${show(range.most)}` : '';
  const result = isMet(goal) ? 'met' : 'missed';
  return [text, `${operator} ${show(target)}${unit}`, `${show(value)}${unit}`, spread, result];
}

function show(value: number): string {
  return value >= 20 ? value.toFixed(0) : value.toFixed(2);
}

/** @param left The number of left-aligned columns. */
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
