// Linter: the rules that a contract must pass. Every rule is an error; there are no warnings.
import {
  checkContract,
  enableRules,
  type Problem,
  REDOCLY_RULES,
  REQUIRED_RULES,
  readContractFiles,
} from '@animal-store/openapi-tools';
import { createConfig } from '@redocly/openapi-core';
import { METHOD_NOT_ALLOWED } from '../read-contract.js';
import { relativeName } from '../repository.js';
import { commonResponses } from './rules/common-responses.js';
import { deprecation } from './rules/deprecation.js';
import { deprecationHeaders } from './rules/deprecation-headers.js';
import { rateLimitHeaders } from './rules/rate-limit-headers.js';
import { int64Range, quotedDates } from './rules/yaml-literals.js';

/** @param today UTC calendar date, which decides whether a sunset has passed. */
export async function lintContract(file: string, today: string): Promise<Problem[]> {
  const sources = (await readContractFiles(file)).files.map(({ source }) => source);
  const { plugins, rules } = enableRules({
    ...REQUIRED_RULES,
    'rate-limit-headers': rateLimitHeaders,
    'common-responses': commonResponses,
    deprecation: deprecation(today),
    'deprecation-headers': deprecationHeaders,
    'quoted-dates': quotedDates(sources),
    'int64-range': int64Range(sources),
  });
  const config = await createConfig({
    plugins,
    extends: ['recommended'],
    rules: {
      ...REDOCLY_RULES,
      'operation-description': 'error',
      'operation-4xx-response': 'error',
      'operation-tag-defined': 'error',
      'parameter-description': 'error',
      // `valid-examples` checks more: headers and integer formats.
      'no-invalid-media-type-examples': 'off',
      'no-invalid-parameter-examples': 'off',
      'no-invalid-schema-examples': 'off',
      ...rules,
    },
  });
  const { problems } = await checkContract(file, {
    config,
    nameOf: relativeName,
    isIgnored: (rule, pointer) => rule === 'no-unused-components' && pointer === METHOD_NOT_ALLOWED,
  });
  return problems;
}
