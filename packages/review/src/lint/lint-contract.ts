// Linter: the rules that a contract must pass, and warnings about schemas that no value fits.
import { FORMATS } from '@animal-store/contract/request-schemas';
import { bundleContract, type Problem, WARNINGS } from '@animal-store/openapi-tools';
import { relativeName } from '../repository.js';
import { deprecation } from './rules/deprecation.js';
import { standardParts } from './rules/standard-parts.js';
import { int64Range, quotedDates } from './rules/yaml-literals.js';

const STYLE_RULES = {
  'operation-description': 'error',
  'operation-4xx-response': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
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
    formats: FORMATS,
    nameOf: relativeName,
    moreRules: (sources) => [
      {
        'standard-parts': standardParts,
        deprecation: deprecation(today),
        'quoted-dates': quotedDates(sources),
        'int64-range': int64Range(sources),
        ...WARNINGS,
      },
      STYLE_RULES,
      ['recommended'],
    ],
  });
  return problems;
}
