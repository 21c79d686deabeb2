// Owns the reading of openapi.yaml: one document with every reference checked, or the faults, each with file, line and reason.
import { dirname, relative, resolve } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import type { ContractDocument } from '../src/document.js';
import { findFaults, renderFault } from './fault.js';
import { type BundledDocument, hoistParameters } from './hoist-parameters.js';
import { SOUND_RULES } from './sound-rules.js';

/** The contract, or `faults`: a line for each, as `openapi.yaml:12:3 rule-name reason`. */
export async function loadContract(
  file: string,
): Promise<{ document?: ContractDocument; faults: string[] }> {
  // Only what would make the generated code wrong; the house's style is the linter's business.
  const config = await createConfig({
    plugins: [{ id: 'house', rules: { oas3: SOUND_RULES } }],
    rules: {
      struct: 'error',
      'no-unresolved-refs': 'error',
      'operation-operationId': 'error',
      'operation-operationId-unique': 'error',
      'path-parameters-defined': 'error',
      ...Object.fromEntries(Object.keys(SOUND_RULES).map((name) => [`house/${name}`, 'error'])),
    },
  });
  // As seen from the contract's folder, which is where its reader stands.
  const folder = dirname(resolve(file));
  const nameOf = (path: string) => relative(folder, resolve(path));
  const faults = await findFaults(file, { config, nameOf });
  if (faults.length > 0) return { faults: faults.map(renderFault) };
  const { bundle: bundled } = await bundle({ ref: file, config, dereference: false });
  return { document: hoistParameters(bundled.parsed as BundledDocument), faults: [] }; // the compiler judges it, see main.ts
}
