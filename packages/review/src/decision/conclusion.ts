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
  const missing = `${refused.length} of ${breaking.length} breaking changes ${refused.length === 1 ? 'is' : 'are'}`;
  if (refused.length > 0)
    return `${effect} ${breaking.length === 1 ? 'The breaking change is' : missing} not approved.${announcement}`;
  if (announcement !== '')
    return `${effect} The breaking changes are approved, but not announced.${announcement}`;
  return `${effect} Breaking changes, approved, and announced by a major changeset: the next version is ${nextVersion}.`;
}
