// Error details from the validator's errors: a code of the contract for each keyword, and a message in our own words.
import type { ErrorDetailCode, ErrorDetailIn } from '@animal-store/contract';
import { HttpError } from 'express-openapi-validator/dist/framework/types.js';
import type { ContractOperation } from '../contract/contract.js';
import type { ErrorDetails } from './error-details.js';

interface ValidatorError extends Error {
  status: number;
  errors: readonly { path: string; message: string; errorCode?: string }[];
}

const PLACES: Readonly<Record<string, ErrorDetailIn>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  headers: 'header',
};

interface Fault {
  code: ErrorDetailCode;
  /** @param value The variable part of the validator's message, such as the bound. */
  tell(value: string): string;
}

const OTHER: Fault = { code: 'invalid', tell: () => 'is not what the contract allows' };

/** By the JSON Schema keyword that the value violates. */
const FAULTS: Readonly<Record<string, Fault>> = {
  required: { code: 'required', tell: () => 'is required' },
  dependentRequired: { code: 'required', tell: () => 'lacks a property that another one requires' },
  additionalProperties: { code: 'unknown', tell: () => 'is not a known property' },
  unevaluatedProperties: { code: 'unknown', tell: () => 'is not a known property' },
  type: { code: 'type', tell: (value) => `must be of type ${value}` },
  enum: { code: 'enum', tell: (value) => `must be one of ${value}` },
  const: { code: 'const', tell: () => 'must be the one allowed value' },
  minimum: { code: 'minimum', tell: (value) => `must be at least ${value}` },
  maximum: { code: 'maximum', tell: (value) => `must be at most ${value}` },
  exclusiveMinimum: { code: 'exclusive_minimum', tell: (value) => `must be more than ${value}` },
  exclusiveMaximum: { code: 'exclusive_maximum', tell: (value) => `must be less than ${value}` },
  multipleOf: { code: 'multiple_of', tell: (value) => `must be a multiple of ${value}` },
  minLength: {
    code: 'min_length',
    tell: (value) => `must have at least ${count(value, 'character')}`,
  },
  maxLength: {
    code: 'max_length',
    tell: (value) => `must have at most ${count(value, 'character')}`,
  },
  minItems: { code: 'min_items', tell: (value) => `must have at least ${count(value, 'item')}` },
  maxItems: { code: 'max_items', tell: (value) => `must have at most ${count(value, 'item')}` },
  uniqueItems: { code: 'unique_items', tell: () => 'must have unique items' },
  minProperties: {
    code: 'min_properties',
    tell: (value) => `must have at least ${count(value, 'property', 'properties')}`,
  },
  maxProperties: {
    code: 'max_properties',
    tell: (value) => `must have at most ${count(value, 'property', 'properties')}`,
  },
  format: { code: 'format', tell: (value) => `must have the format ${value}` },
  pattern: { code: 'pattern', tell: (value) => `must match the pattern ${value}` },
};

function count(value: string, one: string, many = `${one}s`): string {
  return `${value} ${value === '1' ? one : many}`;
}

/** Captures the variable part at the end of the validator's messages, such as a bound or the allowed values. */
const VALUE =
  /(?:must be (?:equal to one of the allowed values: |multiple of |[<>=]+ )?|must NOT have (?:more|fewer) than |must match (?:format|pattern) ")(.*?)(?: characters| items| properties|")?$/;

/** Adds the validator's errors until `details` is full. */
export function toErrorDetails(
  { errors }: ValidatorError,
  body: unknown,
  operation: ContractOperation | undefined,
  details: ErrorDetails,
): void {
  for (const { path, message, errorCode = '' } of errors) {
    if (details.isFull) return;
    const [, part = 'body', ...escaped] = path.split('/'); // empty for a property whose name is empty
    const place = PLACES[part];
    if (place === undefined) continue; // a malformed URL path, which strict-parameters has reported
    const steps = place === 'header' ? spellHeader(escaped, operation) : escaped;
    const { code, tell } = FAULTS[errorCode.split('.')[0] ?? ''] ?? OTHER;
    const value = VALUE.exec(message)?.[1] ?? '';
    const names = code === 'unknown' ? namesToUnknown(steps, body) : steps.map(unescapeName);
    details.add(place, names, code, tell(value));
  }
}

/** The validator reports header names in lower case; clients look for the contract's spelling. */
function spellHeader(
  steps: readonly string[],
  operation: ContractOperation | undefined,
): readonly string[] {
  const names = operation?.parameters.map(({ name }) => name) ?? [];
  return steps.map((step) => names.find((name) => name.toLowerCase() === step) ?? step);
}

/** The validator escapes every name of a path except the unknown one at its end, which may itself contain a slash. */
function namesToUnknown(steps: readonly string[], body: unknown): string[] {
  const names: string[] = [];
  let holder: unknown = body;
  while (typeof holder === 'object' && holder !== null) {
    const rest = steps.slice(names.length).join('/');
    if (Object.hasOwn(holder, rest)) return [...names, rest];
    const name = unescapeName(steps[names.length] ?? '');
    names.push(name);
    holder = Object.getOwnPropertyDescriptor(holder, name)?.value;
  }
  return steps.map(unescapeName);
}

/** Unescapes a token of a JSON pointer. Source: RFC 6901, 4. */
function unescapeName(step: string): string {
  return step.replace(/~1/g, '/').replace(/~0/g, '~');
}

export function isValidatorError(error: unknown): error is ValidatorError {
  return error instanceof HttpError;
}
