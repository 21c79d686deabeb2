// Report formats of a decision: text for a terminal, Markdown and annotations for a pull request, JSON for programs.
import { conclusion } from '../decision/conclusion.js';
import type { Decision } from '../decision/decide.js';
import { decisionLines, decisionMarkdown, decisionSummary } from '../decision/render-decision.js';
import { printable, toMarkdown } from '../report-text.js';
import { withWitnessOrNull, witnessLines, witnessSection } from '../witness/render-witness.js';
import { annotations } from './annotations.js';
import { LEVELS, type Level, levelOf } from './change.js';
import type { ReviewedChange } from './compare.js';

export const FORMATS = { terminal, markdown, json, annotations };

const TITLES: Record<Level, string> = {
  major: 'Breaking',
  minor: 'Additions',
  patch: 'No effect on clients',
  none: 'No effect on clients',
};

function terminal(comparison: Decision, base: string): string {
  const lines = comparison.changes.flatMap((change) => [
    `${change.wire.padEnd(5)}  ${change.source.padEnd(6)}  ${locationOf(change)}  ${printable(change.message)}`,
    `               ${change.why}`,
    ...witnessLines(change).map((line) => `               ${line}`),
    ...decisionLines(change).map((line) => `               ${line}`),
  ]);
  return [
    `Compared with ${base}.`,
    '',
    ...(lines.length > 0 ? ['wire   source', ...lines, ''] : []),
    ...decisionSummary(comparison, base),
    conclusion(comparison),
  ].join('\n');
}

function markdown(comparison: Decision, base: string): string {
  const sections = LEVELS.toReversed().flatMap((level) => {
    const changes = comparison.changes.filter((change) => levelOf(change) === level);
    if (changes.length === 0) return [];
    const rows = changes.map(
      (change) =>
        `| ${change.wire} | ${change.source} | ${cell(change.message)} | ${cell(change.why)} | ${cell(change.operations.join(', '))} | ${locationOf(change)} |`,
    );
    return [
      `### ${TITLES[level]} (${level})`,
      '',
      '| Wire | Source | Change | Reason | Operations | Location |',
      '|---|---|---|---|---|---|',
      ...rows,
      '',
      ...witnessSection(changes),
    ];
  });
  return [
    '## Contract changes',
    '',
    `Compared with ${base}.`,
    '',
    ...sections,
    ...decisionMarkdown(comparison, base),
    `**${conclusion(comparison)}**`,
  ].join('\n');
}

function json(comparison: Decision, base: string): string {
  const changes = comparison.changes.map(withWitnessOrNull);
  return JSON.stringify({ base, ...comparison, changes }, undefined, 2);
}

function locationOf({ side, file, line, column }: ReviewedChange): string {
  return `${file}:${line}:${column}${side === 'base' ? ' (before)' : ''}`;
}

function cell(text: string): string {
  return toMarkdown(text).replaceAll('|', '\\|');
}
