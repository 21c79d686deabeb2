// The contract as the build writes it, with validators that are compiled ahead of time, from a document that a test may have edited.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractData } from '@animal-store/core/contract-data';
import type { ContractDocument } from '@animal-store/spec/document';
import { readContract } from '@animal-store/spec/model';
import { renderServer } from '@animal-store/spec/server';
import { buildSync } from 'esbuild';

export function generateContract(document: ContractDocument): ContractData {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-contract-'));
  try {
    const files = renderServer(readContract(document));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { outputFiles } = buildSync({
      entryPoints: [join(folder, 'server.ts')],
      bundle: true,
      write: false,
      format: 'cjs',
      external: ['@animal-store/core'], // a validator and what calls it have state in common
    });
    const module: { exports: { contract?: ContractData } } = { exports: {} };
    new Function('module', 'require', outputFiles[0]?.text ?? '')(module, require);
    if (module.exports.contract === undefined) throw new Error('there is no contract');
    return module.exports.contract;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
