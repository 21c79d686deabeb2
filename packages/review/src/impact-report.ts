// Owns the report for a pull request: what an edit of the contract means for clients, the SDK's types and the server.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Review } from './against-base.js';
import { makeContract, type TypeChange, typeChanges } from './contract-types.js';
import { FORMATS } from './report.js';
import { serverFaults } from './server-faults.js';

const LINES_SHOWN = 12;

/** Markdown. @throws Refusal if one of the contracts makes no code. */
export async function impactReport(review: Review): Promise<string> {
  const { comparison, base, baseFile, headFile } = review;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-impact-')));
  try {
    const [before, after] = [join(folder, 'base'), join(folder, 'head')];
    await mkdir(before);
    await mkdir(after);
    await makeContract(baseFile, before);
    await makeContract(headFile, after);
    return [
      FORMATS.markdown(comparison, base),
      renderTypes(await typeChanges(before, after)),
      renderServer(await serverFaults(after)),
    ].join('\n\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

function renderTypes(changes: TypeChange[]): string {
  const entries = changes.map(({ name, kind, lines }) => {
    const shown = lines.slice(0, LINES_SHOWN);
    const rest = lines.length > shown.length ? [`  ... ${lines.length - shown.length} more`] : [];
    const patch =
      lines.length > 0
        ? ['', '  ```diff', ...[...shown, ...rest].map((line) => `  ${line}`), '  ```']
        : [];
    return [`- \`${name}\` ${kind}`, ...patch].join('\n');
  });
  return ['## Types of the SDK', '', ...(entries.length > 0 ? entries : ['None changed.'])].join(
    '\n',
  );
}

function renderServer(faults: string[]): string {
  const lines = faults.map((fault) => `- ${fault.replaceAll('\n', '\n  ')}`);
  return ['## The server', '', ...(lines.length > 0 ? lines : ['It compiles.'])].join('\n');
}
