// Bar chart of the results as SVG. The animal store has its own colour.
import type { ScenarioResult } from '../scenarios/scenario.js';

const WIDTH = 900;
const CHARACTER = 7;
const VALUE = 90;
const BAR = 18;
const GAP = 6;
const HEAD = 44;

export function drawChart(results: readonly ScenarioResult[], caption: string): string {
  const parts: string[] = [];
  let top = 16;
  for (const { title, bars } of results) {
    if (bars === undefined) continue;
    top += 28;
    parts.push(text(16, top, `${title} (${bars.unit})`, 'class="title"'));
    top += HEAD - 28;
    const label = 24 + CHARACTER * Math.max(...bars.values.map(({ name }) => name.length));
    const longest = Math.max(...bars.values.map(({ value }) => value));
    for (const { name, value } of bars.values) {
      const length = Math.max(1, ((WIDTH - label - VALUE - 16) * value) / longest);
      const middle = top + BAR / 2 + 4;
      const kind = /^ours|× ours/.test(name) ? 'ours' : 'other';
      parts.push(
        text(label - 8, middle, name, 'text-anchor="end"'),
        `<rect x="${label}" y="${top}" width="${length.toFixed(1)}" height="${BAR}" rx="2" class="${kind}"/>`,
        text(label + length + 6, middle, show(value), ''),
      );
      top += BAR + GAP;
    }
  }
  top += 20;
  parts.push(text(16, top, caption, 'class="caption"'));
  const height = top + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(caption)}">`,
    '<style>text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-weight:600}.caption{font-size:11px;fill:#57606a}.ours{fill:#0969da}.other{fill:#afb8c1}</style>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${escapeXml(content)}</text>`;
}

function escapeXml(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
