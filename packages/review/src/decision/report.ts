// Report formats of a decision: text for a terminal, Markdown and annotations for a pull request, JSON for programs.
import { LEVELS, type Level, levelOf } from '../diff/change.js';
import type { ReviewedChange } from '../diff/compare.js';
import { printable, toMarkdown } from '../report-text.js';
import {
  wireOf,
  withWitnessOrNull,
  witnessLines,
  witnessSection,
} from '../witness/render-witness.js';
import type { DecidedChange, Decision } from './decide.js';
import { conclusion, decisionLines, decisionMarkdown, decisionSummary } from './render-decision.js';

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
        `| ${wireOf(change)} | ${change.source} | ${cell(change.message)} | ${cell(change.why)} | ${cell(change.operations.join(', '))} | ${locationOf(change)} |`,
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

/**
 * Workflow commands (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands) that put each change
 * that clients can notice beside its line. GitHub shows ten errors, ten warnings and ten notices of a step, so
 * changes without an effect have none.
 */
function annotations({ changes, admissible }: Decision): string {
  return changes.flatMap((change) => annotate(change, admissible)).join('\n');
}

function annotate(change: DecidedChange, isAdmissible: boolean): string[] {
  const level = levelOf(change);
  if (level === 'none' || level === 'patch') return [];
  const isBreaking = level === 'major';
  const isAdmitted = change.admitted !== undefined;
  const command = !isBreaking ? 'notice' : isAdmitted && isAdmissible ? 'warning' : 'error';
  const { file, line, column } = change.headPlace ?? change;
  const before =
    change.headPlace === undefined
      ? ''
      : ` (before: ${change.file}:${change.line}:${change.column})`;
  const approval = isBreaking && !isAdmitted ? ` Not approved (${change.fingerprint}).` : '';
  const effect = isBreaking ? 'Breaking' : 'Not breaking';
  const title = `${effect} (wire: ${wireOf(change)}, source: ${change.source})`;
  const properties = `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(title)}`;
  const text = `${change.message} ${change.why}${approval}${before}`;
  return [`::${command} ${properties}::${escapeData(text)}`];
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
