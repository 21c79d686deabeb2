// The report in Markdown, for the terminal and for docs/performance.md.
import { isBusy } from '../cpu.js';
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

export function formatReport(report: Report): string {
  const { machine, options, results, skipped } = report;
  const { processor, cores, memoryGigabytes, system, node, when, versions } = machine;
  const disturbances = findDisturbances(report);
  return [
    `${processor}, ${cores} cores, ${memoryGigabytes} GB; ${system}; Node ${node}; ${when} UTC.`,
    `Medians of ${options.rounds} interleaved rounds of ${options.seconds} s, after one warm-up round. Load generator and servers share the machine.`,
    describeCpu(report),
    ...(disturbances.length > 0
      ? [
          `**The machine was busy, so these numbers are unreliable.** CPU time of other processes: ${disturbances.join(', ')}.`,
        ]
      : []),
    '',
    '### Goals',
    '',
    ...formatTable(
      ['work', 'compared with', 'kind', 'target', 'median', 'quartiles', 'range', ''],
      results.flatMap((result) => result.goals).map(goalCells),
      3,
    ),
    '',
    ...skipped.map(({ id, reason }) => `Not measured: ${id}: ${reason}.\n`),
    ...results.flatMap(formatScenario),
    '### Servers',
    '',
    ...formatTable(
      ['', 'description'],
      Object.entries(DESCRIPTIONS).map(([name, description]) => [name, description]),
      2,
    ),
    '',
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    '',
  ].join('\n');
}

/** The parts of the run in which other processes used too much CPU time. */
export function findDisturbances({ machine, results }: Pick<Report, 'machine' | 'results'>) {
  const parts = [
    { id: 'before the run', cpu: machine.cpuBefore },
    ...results.map(({ id, cpu }) => ({ id, cpu })),
  ];
  return parts
    .filter(({ cpu }) => isBusy(cpu))
    .map(({ id, cpu }) => `${id} ${showShare(cpu.foreign)}`);
}

function describeCpu({ machine, results }: Report): string {
  const steal = Math.max(machine.cpuBefore.steal, ...results.map(({ cpu }) => cpu.steal));
  const foreign = Math.max(0, ...results.map(({ cpu }) => cpu.foreign));
  return `Other processes used ${showShare(machine.cpuBefore.foreign)} of the CPU time before the run, and at most ${showShare(foreign)} during a scenario. Steal time: at most ${showShare(steal)}.`;
}

function showShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function formatScenario({ title, notes, columns, rows }: ScenarioResult): string[] {
  const table = formatTable(
    ['', ...columns],
    rows.map(({ name, cells }) => [name, ...cells]),
  );
  return [`### ${title}`, '', notes.join(' '), '', ...table, ''];
}

function goalCells(goal: Goal): string[] {
  const { work, rival = '', kind = '', value, unit, operator, target, spread } = goal;
  return [
    work,
    rival,
    kind,
    `${operator} ${show(target)}${unit}`,
    `${show(value)}${unit}`,
    spread ? `${show(spread.lowerQuartile)} to ${show(spread.upperQuartile)}` : '',
    spread ? `${show(spread.least)} to ${show(spread.most)}` : '',
    isMet(goal) ? 'met' : 'missed',
  ];
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
