// The report in Markdown: what was measured, and ours divided by each other server.
import type { Round, Series } from './load.js';
import { WORKS } from './works.js';

/** The titles of the A/A pair: two processes of one checkout. */
export const OURS = 'ours';
export const AGAIN = 'ours again';

export function formatReport(all: readonly Series[]): string {
  const oursOf = ({ work }: Series, title = OURS) =>
    all.find((series) => series.work === work && series.server.title === title)?.rounds ?? [];
  const relate = (series: Series, metric: keyof Round) => {
    const [low, middle, high] = quartiles(divide(oursOf(series), series.rounds, metric));
    if (series.server.title === AGAIN) return `${low.toFixed(2)} to ${high.toFixed(2)}`;
    const [least, , most] = quartiles(divide(oursOf(series), oursOf(series, AGAIN), metric));
    const isNoise = Math.abs(middle - 1) <= Math.max(1 - least, most - 1);
    return isNoise ? '=' : middle.toFixed(2);
  };
  return `Requests per second, with the CPU time of the server for a request in µs:

${formatTable(all, ({ rounds }) => {
  const rate = quartiles(rounds.map(({ perSecond }) => perSecond))[1];
  const cost = quartiles(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds))[1];
  return `${Math.round(rate).toLocaleString('en')} (${cost.toFixed(1)})`;
})}

CPU time of ours divided by that of the other, and in parentheses the requests per second. Medians of the rounds; the middle half of the A/A
pair, ${OURS} and ${AGAIN}. \`=\`: not beyond that pair.

${formatTable(
  all.filter(({ server }) => server.title !== OURS),
  (series) => `${relate(series, 'cpuMicroseconds')} (${relate(series, 'perSecond')})`,
)}`;
}

/** A row for each work, a column for each server. */
function formatTable(all: readonly Series[], show: (series: Series) => string): string {
  const titles = [...new Set(all.map(({ server }) => server.title))];
  const rows = [...new Set(all.map(({ work }) => work))].map((work) => [
    WORKS[work].title,
    ...titles.map((title) => {
      const series = all.find((each) => each.work === work && each.server.title === title);
      return series ? show(series) : '';
    }),
  ]);
  const lines = [['work', ...titles], ['---', ...titles.map(() => '---:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Of each round: the speed of the machine changes from round to round. */
function divide(ours: readonly Round[], theirs: readonly Round[], metric: keyof Round): number[] {
  return ours.map((round, index) => round[metric] / (theirs[index]?.[metric] ?? Number.NaN));
}

function quartiles(values: readonly number[]): [number, number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return [at(0.25), at(0.5), at(0.75)];
}
