// Report formats of a comparison: text for a terminal, Markdown for a pull request, JSON for programs.
import { isDowngrade, isMajorStep, LEVELS } from './change.js';
import type { Comparison } from './compare.js';

export const FORMATS = { terminal, markdown, json };

const TITLES = { major: 'Breaking', minor: 'Additions', patch: 'No effect on clients' };

function terminal(comparison: Comparison, base: string): string {
  const { changes } = comparison;
  const lines = changes.flatMap((change) => [
    `${change.level.padEnd(5)}  ${locationOf(change)}  ${change.message}`,
    `       ${change.why}`,
  ]);
  return [
    `Compared with ${base}.`,
    '',
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    conclusion(comparison),
  ].join('\n');
}

function markdown(comparison: Comparison, base: string): string {
  const sections = LEVELS.toReversed().flatMap((level) => {
    const changes = comparison.changes.filter((change) => change.level === level);
    if (changes.length === 0) return [];
    const rows = changes.map(
      (change) =>
        `| ${cell(change.message)} | ${cell(change.why)} | ${cell(change.operations.join(', '))} | ${locationOf(change)} |`,
    );
    return [
      `### ${TITLES[level]} (${level})`,
      '',
      '| Change | Reason | Operations | Location |',
      '|---|---|---|---|',
      ...rows,
      '',
    ];
  });
  return [
    '## Contract changes',
    '',
    `Compared with ${base}.`,
    '',
    ...sections,
    `**${conclusion(comparison)}**`,
  ].join('\n');
}

function json(comparison: Comparison, base: string): string {
  return JSON.stringify({ base, ...comparison }, undefined, 2);
}

function conclusion({
  level,
  nextVersion,
  baseVersion,
  headVersion,
  announced,
  admissible,
}: Comparison): string {
  const isSameVersion = baseVersion === headVersion;
  const versions = isSameVersion
    ? `info.version is still ${baseVersion}`
    : `info.version went from ${baseVersion} to ${headVersion}`;
  if (isDowngrade(baseVersion, headVersion)) return `A version must not decrease, but ${versions}.`;
  if (level === undefined)
    return isSameVersion ? 'No changes.' : `No changes, except that ${versions}.`;
  if (!admissible)
    return `Unannounced breaking changes: the next version must be ${nextVersion}, but ${versions}, and no changeset announces a major version.`;
  if (level !== 'major')
    return `No breaking changes. The next version is ${nextVersion}; ${versions}.`;
  if (isMajorStep(baseVersion, headVersion))
    return `Breaking changes, announced by the version: ${versions}.`;
  return `Breaking changes, announced by a ${announced} changeset: the next version is ${nextVersion}.`;
}

function locationOf({ side, file, line, column }: Comparison['changes'][number]): string {
  return `${file}:${line}:${column}${side === 'base' ? ' (before)' : ''}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
