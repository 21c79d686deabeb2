// Lint cases of deprecated parameters and properties, and of the notice that the contract promises.
import { all, type Edit, remove, set } from '../edit-contract.js';
import type { LintCase } from './lint-case.js';

const GET = 'paths /pets/{petId} get';
const LIST = 'paths /pets get';
const LIMIT = 'components parameters Limit';
const NICK = 'components schemas NewPet properties nick';
const STATUS = 'components schemas NewPet properties status';
const DATES = { 'x-deprecated-since': '2026-01-01', 'x-deprecated-sunset': '2030-12-05' };

/** Each with a name, the kind in messages, and a path that a deprecation can be set on. */
const PLACES = [
  ['a shared parameter', 'parameter', LIMIT],
  ['a parameter of an operation', 'parameter', `${LIST} parameters 1`],
  ['a path parameter', 'parameter', `${GET} parameters 0`],
  ['a property', 'property', NICK],
  ['a property that is a reference', 'property', STATUS],
] as const;

const deprecate = (path: string, values: object): Edit =>
  all(
    ...(path === NICK ? [set(NICK, { type: 'string' })] : []),
    ...Object.entries({ deprecated: true, ...values }).map(([key, value]) =>
      set(`${path} ${key}`, value),
    ),
  );

const ofPlaces = PLACES.flatMap(([name, kind, path]): LintCase[] => [
  [
    `${name} deprecated without a date`,
    deprecate(path, { 'x-deprecated-sunset': '2030-12-05' }),
    new RegExp(`deprecation A deprecated ${kind} must have \`x-deprecated-since\``),
  ],
  [
    `${name} deprecated without a sunset`,
    deprecate(path, { 'x-deprecated-since': '2026-01-01' }),
    new RegExp(`deprecation A deprecated ${kind} must have \`x-deprecated-sunset\``),
  ],
  [
    `${name} with dates that is not deprecated`,
    deprecate(path, { ...DATES, deprecated: false }),
    new RegExp(`deprecation \`x-deprecated-since\` is set on a ${kind} that is not`),
  ],
  [
    `${name} whose sunset is before its deprecation`,
    deprecate(path, { ...DATES, 'x-deprecated-sunset': '2025-12-31' }),
    /deprecation `x-deprecated-sunset` must be later than/,
  ],
  [
    `${name} with too short a notice`,
    deprecate(path, { 'x-deprecated-since': '2026-11-20', 'x-deprecated-sunset': '2027-05-18' }),
    /deprecation `x-deprecation-policy` promises a notice of 180 days: .* must be 2027-05-19 or later/,
  ],
  [
    `${name} whose sunset is today`,
    deprecate(path, { ...DATES, 'x-deprecated-sunset': '2026-11-20' }),
    new RegExp(`deprecation The sunset 2026-11-20 has passed: remove the ${kind} or set`),
  ],
]);

export const DEPRECATIONS: LintCase[] = [
  ...ofPlaces,
  [
    'an operation with too short a notice',
    set(`${GET} x-deprecated-sunset`, '2026-12-24'),
    /deprecation `x-deprecation-policy` promises a notice of 180 days: .* must be 2027-05-19 or later/,
  ],
  [
    'a response that lacks the headers of a deprecated parameter',
    deprecate(LIMIT, DATES),
    /deprecation-headers The 200 response of an operation with the deprecated parameter limit must declare the header Sunset/,
  ],
  [
    'a response that lacks the headers of a parameter of the path',
    all(
      remove(`${LIST} parameters 1`),
      set('paths /pets parameters', [
        {
          name: 'sort',
          in: 'query',
          description: 'Ignored.',
          schema: { type: 'string' },
          deprecated: true,
          ...DATES,
        },
      ]),
    ),
    /deprecation-headers The 201 response of an operation with the deprecated parameter sort/,
  ],
  [
    'a response that lacks the headers of a deprecated property',
    deprecate(STATUS, DATES),
    /deprecation-headers The 201 response of an operation with the deprecated property status/,
  ],
  [
    'an error response that lacks the headers of a deprecated property',
    all(
      set('components schemas Tag', {
        type: 'object',
        additionalProperties: false,
        properties: { colour: { type: 'string', deprecated: true, ...DATES } },
      }),
      set('components schemas NewPet properties tags', {
        type: 'array',
        items: { $ref: '#/components/schemas/Tag' },
      }),
    ),
    /deprecation-headers The 409 response of an operation with the deprecated property colour/,
  ],
];
