// Bundling: one document from a contract and the files that it refers to, after the required rules have passed.
import { dirname, relative, resolve } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { findProblems, type Problem } from './problems.js';
import { REQUIRED_RULES } from './required-rules.js';
import { enableRules } from './rule-set.js';

/** The document, or the problems that prevent it. Problems name files relative to the contract's folder. */
export async function bundleContract(
  file: string,
): Promise<{ document: unknown; problems: Problem[] }> {
  const { plugins, rules } = enableRules(REQUIRED_RULES);
  const config = await createConfig({
    plugins,
    rules: {
      struct: 'error',
      'no-unresolved-refs': 'error',
      'operation-operationId': 'error',
      'operation-operationId-unique': 'error',
      'path-parameters-defined': 'error',
      ...rules,
    },
  });
  const folder = dirname(resolve(file));
  const nameOf = (path: string) => relative(folder, resolve(path));
  const problems = await findProblems(file, { config, nameOf });
  if (problems.length > 0) return { document: undefined, problems };
  const { bundle: bundled } = await bundle({ ref: file, config, dereference: false });
  return { document: bundled.parsed, problems };
}
