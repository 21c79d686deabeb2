// Owns how a comparison reads: in a terminal, as Markdown in a pull request, as JSON for programs.
import { LEVELS, stepsBack, tookMajorStep } from './change.js';
import type { Comparison } from './compare.js';

export const FORMATS = { terminal, markdown, json };

const TITLES = { major: 'Breaking', minor: 'Additions', patch: 'Without effect on clients' };

function terminal(comparison: Comparison, base: string): string {
  const { changes } = comparison;
  const lines = changes.flatMap((change) => [
    `${change.level.padEnd(5)}  ${placeOf(change)}  ${change.message}`,
    `       ${change.why}`,
  ]);
  return [
    `Compared with ${base}.`,
    '',
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    verdict(comparison),
  ].join('\n');
}

function markdown(comparison: Comparison, base: string): string {
  const sections = LEVELS.toReversed().flatMap((level) => {
    const changes = comparison.changes.filter((change) => change.level === level);
    if (changes.length === 0) return [];
    const rows = changes.map(
      (change) =>
        `| ${cell(change.message)} | ${cell(change.why)} | ${cell(change.operations.join(', '))} | ${placeOf(change)} |`,
    );
    return [
      `### ${TITLES[level]} (${level})`,
      '',
      '| Change | Why | Operations | Place |',
      '|---|---|---|---|',
      ...rows,
      '',
    ];
  });
  return [
    '## Changes of the contract',
    '',
    `Compared with ${base}.`,
    '',
    ...sections,
    `**${verdict(comparison)}**`,
  ].join('\n');
}

function json(comparison: Comparison, base: string): string {
  return JSON.stringify({ base, ...comparison }, undefined, 2);
}

function verdict({
  level,
  nextVersion,
  baseVersion,
  headVersion,
  announced,
  admissible,
}: Comparison): string {
  const stays = baseVersion === headVersion;
  const said = `info.version was ${baseVersion} and is ${headVersion}`;
  if (stepsBack(baseVersion, headVersion)) return `A version only moves forward, but ${said}.`;
  if (level === undefined)
    return `The contract says what it said${stays ? '' : `, but for its version: ${said}`}.`;
  if (!admissible)
    return `Clients break: the next version is ${nextVersion}, but ${said}, and no changeset announces a major step.`;
  if (level !== 'major') return `No client breaks. The next version is ${nextVersion}; ${said}.`;
  if (tookMajorStep(baseVersion, headVersion))
    return `Clients break, and the version says so: ${said}.`;
  return `Clients break, and a changeset announces a ${announced} step: the next version is ${nextVersion}.`;
}

function placeOf({ side, line, column }: Comparison['changes'][number]): string {
  return `openapi.yaml:${line}:${column}${side === 'base' ? ' (before)' : ''}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
