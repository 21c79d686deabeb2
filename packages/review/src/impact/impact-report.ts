// Impact report for a pull request: how a change of the contract affects clients, the SDK's types and the server.
import { join } from 'node:path';
import type { BaseComparison } from '../base/compare-with-base.js';
import { FORMATS } from '../diff/report.js';
import { findCompileErrors } from './compile-errors.js';
import { compareTypes, generateContract, type TypeChange } from './type-changes.js';

const MAX_DIFF_LINES = 12;
/** Longer details of a compile error repeat whole types. The last one always stays: it names what does not fit. */
const MAX_DETAIL_LENGTH = 120;

/** Markdown. @throws UserError if the generator rejects one of the contracts. */
export async function impactReport(review: BaseComparison): Promise<string> {
  const { comparison, base, baseFile, headFile, folder } = review;
  const [before, after] = [join(folder, 'types-before'), join(folder, 'types-after')];
  await generateContract(headFile, after, { isPublished: false });
  const compileErrors = findCompileErrors(after);
  const typeChanges = generateContract(baseFile, before, { isPublished: true }).then(() =>
    compareTypes(before, after),
  );
  await Promise.allSettled([compileErrors, typeChanges]); // both use the folder
  return [
    FORMATS.markdown(await comparison, base),
    renderTypes(await typeChanges),
    renderServer(await compileErrors),
  ].join('\n\n');
}

function renderTypes(changes: TypeChange[]): string {
  const entries = changes.map(({ name, kind, lines }) => {
    const shown = lines.slice(0, MAX_DIFF_LINES);
    const omitted =
      lines.length > shown.length ? [`  ... ${lines.length - shown.length} more`] : [];
    const patch =
      lines.length > 0
        ? ['', '  ```diff', ...[...shown, ...omitted].map((line) => `  ${line}`), '  ```']
        : [];
    return [`- \`${name}\` ${kind}`, ...patch].join('\n');
  });
  return ['## SDK types', '', ...(entries.length > 0 ? entries : ['No changes.'])].join('\n');
}

function renderServer(errors: string[]): string {
  const lines = errors.map((error) => {
    // Markdown would drop the argument of `Page<unknown>` as an HTML tag.
    const [message = '', ...details] = error.replaceAll(/<(?=[a-z/!?])/gi, '\\<').split('\n');
    const shown = details.filter(
      (line, index) => line.trim().length <= MAX_DETAIL_LENGTH || index === details.length - 1,
    );
    return [`- ${message}`, ...shown.map((line) => `  ${line}`)].join('\n');
  });
  return ['## Server', '', ...(lines.length > 0 ? lines : ['It compiles.'])].join('\n');
}
