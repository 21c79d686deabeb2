// Annotations of a pull request: workflow commands of GitHub Actions that put each change beside its line
// (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands).
import type { DecidedChange, Decision } from '../decision/decide.js';
import { levelOf } from './change.js';

/**
 * A line for each change that clients can notice. GitHub shows ten errors, ten warnings and ten notices of a step, so
 * changes without an effect have none.
 */
export function annotations({ changes, admissible }: Decision): string {
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
  const title = `${isBreaking ? 'Breaking' : 'Not breaking'} (wire: ${change.wire}, source: ${change.source})`;
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
