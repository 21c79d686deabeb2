// Owns the words for what the validator found: its places and keywords become the contract's `details`, in our own text.
import type { ErrorDetail } from '@animal-store/contract';
import { HttpError } from 'express-openapi-validator/dist/framework/types.js';
import type { ContractOperation } from '../contract.js';
import { pointer } from '../json/pointer.js';

interface ValidatorError extends Error {
  status: number;
  errors: readonly { path: string; message: string; errorCode?: string }[];
}

const PLACES: Readonly<Record<string, ErrorDetail['in']>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  headers: 'header',
};

/** What follows the keyword in the validator's message, such as the bound, is kept; the sentence is ours. */
const SENTENCES: Readonly<Record<string, (value: string) => string>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known property',
  type: (value) => `must be of type ${value}`,
  enum: (value) => `must be one of ${value}`,
  const: () => 'must be the one allowed value',
  minimum: (value) => `must be at least ${value}`,
  maximum: (value) => `must be at most ${value}`,
  exclusiveMinimum: (value) => `must be more than ${value}`,
  exclusiveMaximum: (value) => `must be less than ${value}`,
  multipleOf: (value) => `must be a multiple of ${value}`,
  minLength: (value) => `must have at least ${value} characters`,
  maxLength: (value) => `must have at most ${value} characters`,
  minItems: (value) => `must have at least ${value} items`,
  maxItems: (value) => `must have at most ${value} items`,
  uniqueItems: () => 'must not have the same item twice',
  format: (value) => `must have the format ${value}`,
  pattern: () => 'has characters that are not allowed here',
};

/** How the validator's messages end, by keyword: the part that is worth telling. */
const VALUE =
  /(?:must be (?:equal to one of the allowed values: |multiple of |[<>=]+ )?|must NOT have (?:more|fewer) than |must match format ")([^"]*?)(?: characters| items|")?$/;

export function describeFaults(
  error: ValidatorError,
  body: unknown,
  operation: ContractOperation | undefined,
): ErrorDetail[] {
  return error.errors.flatMap(({ path, message, errorCode = '' }) => {
    const [, place = 'body', ...steps] = path.split('/'); // it says nothing of a property whose name is empty
    const inPlace = PLACES[place];
    if (inPlace === undefined) return []; // a malformed path, which read-parameters has reported
    const spell = inPlace === 'header' ? spellHeader(operation) : (names: string[]) => names;
    const keyword = errorCode.split('.')[0] ?? '';
    const value = VALUE.exec(message)?.[1] ?? '';
    return {
      in: inPlace,
      path: keyword === 'additionalProperties' ? pointToUnknown(steps, body) : join(spell(steps)),
      message: SENTENCES[keyword]?.(value) ?? 'is not what the contract allows',
    };
  });
}

/** The validator knows headers in small letters; the contract's own spelling is what a client looks for. */
function spellHeader(operation: ContractOperation | undefined) {
  const names = operation?.parameters.map(({ name }) => name) ?? [];
  return (steps: string[]) =>
    steps.map((step) => names.find((name) => name.toLowerCase() === step) ?? step);
}

/** The validator escapes every name on the way, but not the unknown one at its end, which may hold a slash itself. */
function pointToUnknown(steps: readonly string[], body: unknown): string {
  const name = steps.join('/');
  const isOfBody = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  return isOfBody ? pointer([name]) : join(steps);
}

function join(steps: readonly string[]): string {
  return steps.map((step) => `/${step}`).join('');
}

export function isValidatorError(error: unknown): error is ValidatorError {
  return error instanceof HttpError;
}
