// Error details from the errors of Ajv: a code of the contract for each keyword, and a message in our own words.
import type { ParameterSpec } from '../operation-spec.js';
import {
  type ErrorDetailCode,
  type ErrorDetails,
  NOT_INT64,
  NOT_SAFE_INTEGER,
  type Problem,
} from './error-details.js';
import { unescapeToken } from './json/error-path.js';

/** An error of Ajv, limited to the parts that are read here. */
interface SchemaError {
  keyword: string;
  instancePath: string;
  params: Readonly<Record<string, unknown>>;
}

/** Checks a value against a schema. Ajv compiles it. */
export interface SchemaValidator {
  (this: unknown, data: unknown): unknown;
  errors?: readonly SchemaError[] | null;
}

type Params = SchemaError['params'];
type Description = readonly [code: ErrorDetailCode, message: (params: Params) => string];

/** For a request that is invalid without any other error: a 400 always has details. */
export const INVALID: Problem = { code: 'invalid', message: 'is not what the contract allows' };
const UNKNOWN_KEYWORD: Description = [INVALID.code, () => INVALID.message];

/** By the JSON Schema keyword that the value violates. */
const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  required: ['required', () => 'is required'],
  additionalProperties: ['unknown', () => 'is not a known property'],
  type: ['type', ({ type }) => `must be of type ${type}`],
  enum: [
    'enum',
    ({ allowedValues }) => `must be one of ${[allowedValues].flat().map(toText).join(', ')}`,
  ],
  const: ['const', () => 'must be the one allowed value'],
  minimum: ['minimum', ({ limit }) => `must be at least ${limit}`],
  maximum: ['maximum', ({ limit }) => `must be at most ${limit}`],
  exclusiveMinimum: ['exclusive_minimum', ({ limit }) => `must be more than ${limit}`],
  exclusiveMaximum: ['exclusive_maximum', ({ limit }) => `must be less than ${limit}`],
  multipleOf: ['multiple_of', ({ multipleOf }) => `must be a multiple of ${multipleOf}`],
  minLength: ['min_length', ({ limit }) => `must have at least ${count(limit, 'character')}`],
  maxLength: ['max_length', ({ limit }) => `must have at most ${count(limit, 'character')}`],
  minItems: ['min_items', ({ limit }) => `must have at least ${count(limit, 'item')}`],
  maxItems: ['max_items', ({ limit }) => `must have at most ${count(limit, 'item')}`],
  uniqueItems: ['unique_items', () => 'must have unique items'],
  minProperties: [
    'min_properties',
    ({ limit }) => `must have at least ${count(limit, 'property', 'properties')}`,
  ],
  maxProperties: [
    'max_properties',
    ({ limit }) => `must have at most ${count(limit, 'property', 'properties')}`,
  ],
  safeInteger: [NOT_SAFE_INTEGER.code, () => NOT_SAFE_INTEGER.message],
  fault: ['invalid', ({ fault }) => String(fault)],
  'false schema': ['unknown', () => 'is not allowed'],
  format: [
    'format',
    ({ format }) => (format === 'int64' ? NOT_INT64.message : `must have the format ${format}`),
  ],
  pattern: ['pattern', ({ pattern }) => `must match the pattern ${pattern}`],
};

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function count(limit: unknown, singular: string, plural = `${singular}s`): string {
  return `${limit} ${limit === 1 ? singular : plural}`;
}

/**
 * Adds the errors until `details` is full.
 * @param parameter Whose value was checked; undefined for a body, whose schema is that of `{ body }`.
 */
export function addSchemaErrors(
  errors: readonly SchemaError[],
  details: ErrorDetails,
  parameter?: ParameterSpec,
): void {
  for (const { keyword, instancePath, params } of errors) {
    if (details.isFull) return;
    if (keyword === 'if') continue; // the branch has errors of its own
    const tokens = instancePath.split('/').slice(1).map(unescapeToken);
    const name = params.missingProperty ?? params.additionalProperty;
    const path = name === undefined ? tokens : [...tokens, String(name)];
    const [code, describe] = DESCRIPTIONS[keyword] ?? UNKNOWN_KEYWORD;
    const problem = { code, message: describe(params) };
    if (parameter) details.add(parameter.in, [parameter.name, ...path], problem);
    else details.add('body', path.slice(1), problem);
  }
}
