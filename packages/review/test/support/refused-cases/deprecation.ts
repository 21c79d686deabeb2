// Refused: what concerns deprecations: the policy, dates, and places at which nothing can be deprecated.
import { set } from '../edit-contract.js';
import { toCases } from './refused-case.js';

const LIST = 'paths /pets get';
const SCHEMAS = 'components schemas';
const NEW_PET = `${SCHEMAS} NewPet properties`;
const DATES = { 'x-deprecated-since': '2026-01-01', 'x-deprecated-sunset': '2030-12-05' };
const OLD = { type: 'string', deprecated: true, ...DATES };
const POLICY = /deprecation-policy `x-deprecation-policy` must be \{ minimumNoticeDays: N \}/;
const ELSEWHERE = /allowed only on an operation, a parameter or a property of an object/;

export const DEPRECATION_CASES = toCases([
  ...[180, [], {}, { minimumNoticeDays: 0 }, { minimumNoticeDays: 1.5 }].map(
    (policy) =>
      [
        `the deprecation policy ${JSON.stringify(policy)}`,
        set('x-deprecation-policy', policy),
        'x-deprecation-policy',
        POLICY,
      ] as const,
  ),
  [
    'a deprecation policy of another name',
    set('x-deprecation-policy', { minimumNoticeDays: 180, maximumNoticeDays: 360 }),
    'x-deprecation-policy',
    POLICY,
  ],
  [
    'a deprecation policy of a text',
    set('x-deprecation-policy', { minimumNoticeDays: '180' }),
    'x-deprecation-policy',
    POLICY,
  ],
  [
    'a deprecation policy on an operation',
    set(`${LIST} x-deprecation-policy`, { minimumNoticeDays: 180 }),
    `${LIST} x-deprecation-policy`,
    /known-extensions `x-deprecation-policy` is allowed only at the top level/,
  ],
  [
    'a deprecation date of a parameter that does not exist',
    set('components parameters Limit x-deprecated-sunset', '2030-02-30'),
    'components parameters Limit x-deprecated-sunset',
    /deprecation-values `x-deprecated-sunset` must be a calendar date/,
  ],
  [
    'a deprecation date of a property that is no date',
    set(`${NEW_PET} nick`, { ...OLD, 'x-deprecated-since': 'soon' }),
    `${NEW_PET} nick x-deprecated-since`,
    /deprecation-values `x-deprecated-since` must be a calendar date/,
  ],
  [
    'a deprecation date beside a reference that is no date',
    set(`${NEW_PET} status x-deprecated-since`, '2026-13-01'),
    `${NEW_PET} status x-deprecated-since`,
    /deprecation-values `x-deprecated-since` must be a calendar date/,
  ],
  [
    'a successor of a parameter',
    set('components parameters Limit x-deprecated-successor', 'listPets'),
    'components parameters Limit x-deprecated-successor',
    /known-extensions `x-deprecated-successor` is allowed only on an operation/,
  ],
  [
    'a deprecated response header',
    set('components headers Retry-After deprecated', true),
    'components headers Retry-After deprecated',
    ELSEWHERE,
  ],
  [
    'a sunset of a response header',
    set('components headers Retry-After x-deprecated-sunset', '2030-12-05'),
    'components headers Retry-After x-deprecated-sunset',
    ELSEWHERE,
  ],
  [
    'a deprecated named schema',
    set(`${SCHEMAS} PetStatus deprecated`, true),
    `${SCHEMAS} PetStatus deprecated`,
    ELSEWHERE,
  ],
  [
    'a sunset of a named schema',
    set(`${SCHEMAS} PetStatus x-deprecated-sunset`, '2030-12-05'),
    `${SCHEMAS} PetStatus x-deprecated-sunset`,
    ELSEWHERE,
  ],
  [
    'a deprecated body',
    set('paths /pets post requestBody content application/json schema deprecated', true),
    'paths /pets post requestBody content application/json schema deprecated',
    ELSEWHERE,
  ],
  [
    'deprecated items',
    set(`${SCHEMAS} Pets items deprecated`, true),
    `${SCHEMAS} Pets items deprecated`,
    ELSEWHERE,
  ],
  [
    'a deprecated schema of a parameter',
    set('components parameters Limit schema deprecated', true),
    'components parameters Limit schema deprecated',
    ELSEWHERE,
  ],
  [
    'a deprecated alternative',
    set(`${NEW_PET} nick`, { oneOf: [{ type: 'integer' }, OLD] }),
    `${NEW_PET} nick oneOf 1 deprecated`,
    ELSEWHERE,
  ],
  [
    'a deprecated property for other names',
    set(`${NEW_PET} nicks`, { type: 'object', additionalProperties: OLD }),
    `${NEW_PET} nicks additionalProperties deprecated`,
    ELSEWHERE,
  ],
  [
    'a deprecated property that is only tested',
    set(`${NEW_PET} box`, {
      type: 'object',
      additionalProperties: { type: 'string' },
      not: { properties: { nick: OLD }, required: ['nick'] },
    }),
    `${NEW_PET} box not`,
    /deprecated-places A schema below `not` describes no value that is sent/,
  ],
]);
