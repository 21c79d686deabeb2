// Error details from the errors of Ajv: a code of the contract for each keyword, and a message in our own words.
import type { ErrorDetailCode, ErrorDetailIn } from '../../generated/schemas.js';
import { unescapeToken } from '../resolve.js';
import type { ErrorDetails } from './error-details.js';
import { NOT_INT64, NOT_SAFE_INTEGER } from './json/strict-json.js';

/** An error of Ajv, limited to the parts that are read here. */
export interface SchemaError {
  keyword: string;
  instancePath: string;
  params: Readonly<Record<string, unknown>>;
  message?: string;
}

/** Checks a value against a schema. Ajv compiles it. */
export interface SchemaValidator {
  (data: unknown): unknown;
  errors?: readonly SchemaError[] | null;
}

/** A violated keyword at a place of the request, such as `/body/name` or `/query/limit`. */
export interface Violation {
  path: string;
  keyword: string;
  /** Ajv's. Of `enum`, it ends in the allowed values. */
  message: string;
}

/** In the form in which express-openapi-validator reports them, which the server gets for bodies. */
export function toViolations(errors: readonly SchemaError[]): Violation[] {
  return errors.map(({ keyword, instancePath, params, message = '' }) => {
    const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues } = params;
    const name = missingProperty ?? additionalProperty ?? unevaluatedProperty;
    return {
      keyword,
      path: name === undefined || name === '' ? (name ?? instancePath) : `${instancePath}/${name}`,
      message: Array.isArray(allowedValues) ? `${message}: ${allowedValues.join(', ')}` : message,
    };
  });
}

const PLACES: Readonly<Record<string, ErrorDetailIn>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  headers: 'header',
};

/** A code, and a message from the variable part of the validator's message, such as a bound. */
type Description = readonly [code: ErrorDetailCode, message: (value: string) => string];

/** For a request that is invalid without any other error: a 400 always has details. */
export const INVALID = { code: 'invalid', message: 'is not what the contract allows' } as const;
const UNKNOWN_KEYWORD: Description = [INVALID.code, () => INVALID.message];

/** By the JSON Schema keyword that the value violates. */
const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  required: ['required', () => 'is required'],
  dependentRequired: ['required', () => 'lacks a property that another one requires'],
  additionalProperties: ['unknown', () => 'is not a known property'],
  unevaluatedProperties: ['unknown', () => 'is not a known property'],
  type: ['type', (type) => `must be of type ${type}`],
  // The validator joins the values, of which null is then empty.
  enum: ['enum', (values) => `must be one of ${values.replace(/(?<=^|, )(?=, |$)/g, 'null')}`],
  const: ['const', () => 'must be the one allowed value'],
  minimum: ['minimum', (bound) => `must be at least ${bound}`],
  maximum: ['maximum', (bound) => `must be at most ${bound}`],
  exclusiveMinimum: ['exclusive_minimum', (bound) => `must be more than ${bound}`],
  exclusiveMaximum: ['exclusive_maximum', (bound) => `must be less than ${bound}`],
  multipleOf: ['multiple_of', (factor) => `must be a multiple of ${factor}`],
  minLength: ['min_length', (min) => `must have at least ${count(min, 'character')}`],
  maxLength: ['max_length', (max) => `must have at most ${count(max, 'character')}`],
  minItems: ['min_items', (min) => `must have at least ${count(min, 'item')}`],
  items: ['max_items', (max) => `must have at most ${count(max, 'item')}`],
  unevaluatedItems: ['max_items', (max) => `must have at most ${count(max, 'item')}`],
  maxItems: ['max_items', (max) => `must have at most ${count(max, 'item')}`],
  uniqueItems: ['unique_items', () => 'must have unique items'],
  minProperties: [
    'min_properties',
    (min) => `must have at least ${count(min, 'property', 'properties')}`,
  ],
  maxProperties: [
    'max_properties',
    (max) => `must have at most ${count(max, 'property', 'properties')}`,
  ],
  safeInteger: [NOT_SAFE_INTEGER.code, () => NOT_SAFE_INTEGER.message],
  fault: ['invalid', (message) => message],
  'false schema': ['unknown', () => 'is not allowed'],
  format: [
    'format',
    (format) => (format === 'int64' ? NOT_INT64.message : `must have the format ${format}`),
  ],
  pattern: ['pattern', (pattern) => `must match the pattern ${pattern}`],
};

function count(value: string, singular: string, plural = `${singular}s`): string {
  return `${value} ${value === '1' ? singular : plural}`;
}

/** Captures the variable part at the end of the validator's messages, such as a bound or the allowed values. */
const VALUE =
  /(?:must be (?:equal to one of the allowed values: |multiple of |[<>=]+ )?|must NOT have (?:more|fewer) than |must match (?:format|pattern) ")(.*?)(?: characters| items| properties|")?$/;

/**
 * Adds the violations until `details` is full.
 * @param body The body that was validated, if it was one.
 */
export function addViolations(
  violations: readonly Violation[],
  body: unknown,
  details: ErrorDetails,
): void {
  for (const { path, message, keyword } of withoutConsequences(violations)) {
    if (details.isFull) return;
    const [, part = 'body', ...tokens] = path.split('/'); // empty for a property whose name is empty
    const place = PLACES[part];
    if (place === undefined) continue; // a malformed URL path, which read-parameters has reported
    const [code, describe] = DESCRIPTIONS[keyword] ?? UNKNOWN_KEYWORD;
    const value = keyword === 'fault' ? message : (VALUE.exec(message)?.[1] ?? '');
    const names = code === 'unknown' ? pathOfUnknown(tokens, body) : tokens.map(unescapeToken);
    details.add(place, names, { code, message: describe(value) });
  }
}

/** Without errors that only follow from others: a property counts as unevaluated if the branch that has it is invalid. */
function withoutConsequences(violations: readonly Violation[]): readonly Violation[] {
  const causes = violations.filter(({ keyword }) => keyword !== 'if');
  const others = causes.filter(({ keyword }) => !keyword.startsWith('unevaluated'));
  return others.length > 0 ? others : causes;
}

/** The validator escapes every name of a path except the unknown one at its end, which may itself contain a slash. */
function pathOfUnknown(tokens: readonly string[], body: unknown): string[] {
  const names: string[] = [];
  let parent: unknown = body;
  while (typeof parent === 'object' && parent !== null) {
    const rest = tokens.slice(names.length).join('/');
    if (Object.hasOwn(parent, rest)) return [...names, rest];
    const name = unescapeToken(tokens[names.length] ?? '');
    names.push(name);
    parent = Object.getOwnPropertyDescriptor(parent, name)?.value;
  }
  return tokens.map(unescapeToken);
}
