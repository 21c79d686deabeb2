// Required rules: a contract that breaks one of them makes wrong code, or a server that does not start. The generator
// and the linter both enforce them; the linter adds rules of style and review.
import { type Config, createConfig, type Oas3Rule } from '../redocly.js';
import { contractSchema } from './contract-schema.js';
import { errorCodes, errorExamples } from './error-codes.js';
import { filters } from './filters.js';
import { names } from './names.js';
import { headerNames, idempotencyKey, responseBodies, sendableValues } from './operations.js';
import { parameterTypes } from './parameter-types.js';
import { PLUGIN, type Rules } from './rule.js';
import { bounds } from './schemas/bounds.js';
import { defaults } from './schemas/defaults.js';
import { discriminators } from './schemas/discriminators.js';
import { int64Alternatives } from './schemas/int64-alternatives.js';
import { patterns } from './schemas/patterns.js';
import { recursiveTypes } from './schemas/recursive-types.js';
import { service } from './service.js';

type Visitors = Readonly<Record<string, Oas3Rule>>;

/** The rule over the document itself. */
export const REQUIRED_VISITORS: Visitors = { 'contract-schema': contractSchema };

export const REQUIRED_RULES: Rules = {
  service,
  names,
  'parameter-types': parameterTypes,
  filters,
  'header-names': headerNames,
  'idempotency-key': idempotencyKey,
  'sendable-values': sendableValues,
  'response-bodies': responseBodies,
  'error-codes': errorCodes,
  'error-examples': errorExamples,
  bounds,
  defaults,
  discriminators,
  'recursive-types': recursiveTypes,
  'int64-alternatives': int64Alternatives,
  patterns,
};

/** Rules of Redocly that are required as well, beside those on structure and references, which run before. */
export const REDOCLY_RULES = {
  'spec-components-invalid-map-name': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'operation-2xx-response': 'error',
  'path-parameters-defined': 'error',
  'path-declaration-must-exist': 'error',
  'no-identical-paths': 'error',
  'no-ambiguous-paths': 'error',
  'no-enum-type-mismatch': 'error',
  'no-mixed-number-range-constraints': 'error',
  'no-required-schema-properties-undefined': 'error',
  'no-schema-type-mismatch': 'error',
  'no-illogical-composition-keywords': 'error',
} as const;

/**
 * @param own The project's rules, named `animal-store/<name>`.
 * @param severities Of Redocly's rules, and of the project's that are no errors.
 * @param presets Sets of Redocly's rules.
 */
export function configOf(
  own: Visitors,
  severities: Readonly<Record<string, 'error' | 'warn' | 'off'>> = {},
  presets: string[] = [],
): Promise<Config> {
  const errors = Object.keys(own).map((name) => [`${PLUGIN}/${name}`, 'error']);
  return createConfig({
    plugins: [{ id: PLUGIN, rules: { oas3: own } }],
    extends: presets,
    rules: { ...Object.fromEntries(errors), ...severities },
  });
}
