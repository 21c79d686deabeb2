// Linter: the rules that a contract must pass, and warnings about schemas that no value fits.
import { bundleContract, type Problem, satisfiable } from '@animal-store/spec';
import { relativeName } from '../repository.js';
import { deprecation } from './rules/deprecation.js';
import { standardParts } from './rules/standard-parts.js';
import { cutTexts, int64Range, quotedLiterals, typeableNames } from './rules/yaml-literals.js';

const SEVERITIES = {
  'operation-description': 'error',
  'operation-4xx-response': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
  // Of contracts that are served all the same.
  'animal-store/cut-texts': 'warn',
  'animal-store/typeable-names': 'warn',
  // `contract-schema` reports it, as an error.
  'no-duplicated-enum-values': 'off',
  // Checked before any rule, in each file.
  struct: 'off',
  'no-unresolved-refs': 'off',
  // `valid-examples` checks more: headers and integer formats.
  'no-invalid-media-type-examples': 'off',
  'no-invalid-parameter-examples': 'off',
  'no-invalid-schema-examples': 'off',
} as const;

/** @param today UTC calendar date, which decides whether a sunset has passed. */
export async function lintContract(file: string, today: string): Promise<Problem[]> {
  const { problems } = await bundleContract(file, {
    nameOf: relativeName,
    moreRules: { 'standard-parts': standardParts, deprecation: deprecation(today) },
    warnings: { satisfiable },
    moreVisitors: (sources) => [
      {
        'quoted-literals': quotedLiterals(sources),
        'int64-range': int64Range(sources),
        'cut-texts': cutTexts(sources),
        'typeable-names': typeableNames(sources),
      },
      SEVERITIES,
      ['recommended'],
    ],
  });
  return problems;
}
