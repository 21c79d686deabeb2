// Growth fixtures: contracts with more operations than openapi.yaml has, as it may have after two years.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { document } from '@animal-store/contract';
import { parse } from 'yaml';

/** Adds the paths and components of a file in this folder. For `StartOptions.edit`. */
export function growContract(contract: typeof document, file: string): void {
  const { paths, components } = parse(readFileSync(join(__dirname, file), 'utf8'), { merge: true });
  Object.assign(contract.paths, paths);
  for (const [kind, entries] of Object.entries(components))
    contract.components[kind] = Object.assign({}, contract.components[kind], entries);
}
