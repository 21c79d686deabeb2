// Impact report for a pull request: how a change of the contract affects clients, the SDK's types and the server.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BaseComparison } from '../base/compare-with-base.js';
import { FORMATS } from '../diff/report.js';
import { findCompileErrors } from './compile-errors.js';
import { compareTypes, generateContract, type TypeChange } from './type-changes.js';

const MAX_DIFF_LINES = 12;

/** Markdown. @throws UserError if the generator rejects one of the contracts. */
export async function impactReport(review: BaseComparison): Promise<string> {
  const { comparison, base, baseFile, headFile } = review;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-impact-')));
  try {
    const [before, after] = [join(folder, 'base'), join(folder, 'head')];
    await mkdir(before);
    await mkdir(after);
    await generateContract(baseFile, before, '--published');
    await generateContract(headFile, after);
    return [
      FORMATS.markdown(comparison, base),
      renderTypes(await compareTypes(before, after)),
      renderServer(await findCompileErrors(after)),
    ].join('\n\n');
  } finally {
    await rm(folder, { recursive: true });
  }
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
  const lines = errors.map((error) => `- ${error.replaceAll('\n', '\n  ')}`);
  return ['## Server', '', ...(lines.length > 0 ? lines : ['It compiles.'])].join('\n');
}
