// Conclusion of a report: one line with both ratings, the next version, and what is missing for a breaking change to pass.
import { isDowngrade, isMajorStep } from '../diff/change.js';
import { type Decision, isBreaking } from './decide.js';

export function conclusion(decision: Decision): string {
  const { wire, source, level, nextVersion, baseVersion, headVersion, announced } = decision;
  const isSameVersion = baseVersion === headVersion;
  const versions = isSameVersion
    ? `info.version is still ${baseVersion}`
    : `info.version went from ${baseVersion} to ${headVersion}`;
  if (isDowngrade(baseVersion, headVersion)) return `A version must not decrease, but ${versions}.`;
  if (level === 'none')
    return isSameVersion ? 'No changes.' : `No changes, except that ${versions}.`;
  const effect = `Wire: ${wire}. Source: ${source}.`;
  if (level !== 'major')
    return `${effect} No breaking changes. The next version is ${nextVersion}; ${versions}.`;
  if (isMajorStep(baseVersion, headVersion))
    return `${effect} Breaking changes, announced by the version: ${versions}.`;
  const announcement =
    announced === 'major'
      ? ''
      : ` No changeset announces the next version ${nextVersion}, and ${versions}: run \`npm run changeset\`, and choose major for @animal-store/sdk.`;
  const breaking = decision.changes.filter(isBreaking);
  const refused = breaking.filter(({ admitted }) => admitted === undefined);
  if (refused.length > 0)
    return `${effect} ${approvalsMissing(refused.length, breaking.length)}${announcement}`;
  if (announcement !== '')
    return `${effect} The breaking changes are approved, but not announced.${announcement}`;
  return `${effect} Breaking changes, approved, and announced by a major changeset: the next version is ${nextVersion}.`;
}

function approvalsMissing(refused: number, breaking: number): string {
  if (breaking === 1) return 'The breaking change is not approved.';
  return `${refused} of ${breaking} breaking changes ${refused === 1 ? 'is' : 'are'} not approved.`;
}
