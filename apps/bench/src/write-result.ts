// Puts a run into the documentation: the tables between the marks of docs/performance.md, the chart and the numbers beside it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawChart } from './chart.js';
import { formatResult, type Result } from './report.js';

const BEGIN = '<!-- measured: npm run bench -- --write -->';
const END = '<!-- end -->';

export function writeResult(result: Result): void {
  const { processor, cores, node, when } = result.machine;
  const page = inDocs('performance.md');
  const before = readFileSync(page, 'utf8');
  const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${page} has lost its marks`);
  const measured = `${BEGIN}\n\n${formatResult(result)}\n`;
  writeFileSync(page, before.slice(0, begin) + measured + before.slice(end));
  const caption = `${processor}, ${cores} cores, Node ${node}, ${when} UTC`;
  writeFileSync(inDocs('performance.svg'), drawChart(result.outcomes, caption));
  writeFileSync(inDocs('performance.json'), `${JSON.stringify(result, roundNumbers, 1)}\n`);
}

function inDocs(name: string): string {
  return fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url));
}

function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}
