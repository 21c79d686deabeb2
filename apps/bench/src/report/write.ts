// Output of --write: the report in docs/performance.md, the chart beside it, the raw numbers in an ignored folder.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawChart } from './chart.js';
import { formatReport, type Report } from './markdown.js';

const PAGE = pathTo('../../../../docs/performance.md');
const CHART = pathTo('../../../../docs/performance.svg');
const RESULTS = pathTo('../../results/');
const BEGIN = '<!-- measured: npm run bench -- --write -->';
const END = '<!-- end -->';

export function writeReport(report: Report): void {
  const { processor, cores, node, when } = report.machine;
  const before = readFileSync(PAGE, 'utf8');
  const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no ${BEGIN} … ${END}`);
  const measured = `${BEGIN}\n\n${formatReport(report)}\n`;
  writeFileSync(PAGE, before.slice(0, begin) + measured + before.slice(end));
  const caption = `${processor}, ${cores} cores, Node ${node}, ${when} UTC`;
  writeFileSync(CHART, drawChart(report.results, caption));
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}performance.json`, `${JSON.stringify(report, null, 1)}\n`);
}

/** @param relative To the compiled file, in dist/report. */
function pathTo(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
