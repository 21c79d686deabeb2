// Lint cases of schemas, examples, patterns and references.
import { set } from '../edit-contract.js';
import type { LintCase } from './lint-case.js';

const LIST = 'paths /pets get';
const SCHEMAS = 'components schemas';

export const SCHEMA_CASES: LintCase[] = [
  [
    'an example out of bounds',
    set('components parameters Limit example', 101),
    /valid-examples .*<= 100/,
  ],
  [
    'an example of a header out of bounds',
    set('components headers Retry-After example', 0),
    /valid-examples .*>= 1/,
  ],
  [
    'an example of a body with an unknown property',
    set(`${LIST} responses 200 content application/json example 0 colour`, 'red'),
    /valid-examples .*additional/,
  ],
  [
    'a named example of another type',
    set(
      'components responses RateLimited content application/json examples keyBanned value status',
      '429',
    ),
    /valid-examples .*\/status/,
  ],
  [
    'a default out of bounds',
    set('components parameters Limit schema default', 0),
    /valid-examples/,
  ],
  [
    'an example of 33 bits for int32',
    set(
      `paths /store/orders get responses 200 content application/json example 0 quantity`,
      2 ** 32,
    ),
    /valid-examples .*int32/,
  ],
  [
    'a pattern that does not compile',
    set(`${SCHEMAS} PetName pattern`, '^\\p{Nope}$'),
    /safe-pattern .*does not compile/,
  ],
  [
    'a pattern that is invalid with the flag u',
    set(`${SCHEMAS} PetName pattern`, '^\\-$'),
    /safe-pattern .*does not compile/,
  ],
  [
    'a pattern with exponential backtracking',
    set(`${SCHEMAS} PetName pattern`, '^(a+)+$'),
    /safe-pattern .*backtrack/,
  ],
  [
    'a pattern with overlapping alternatives',
    set(`${SCHEMAS} PetName pattern`, '^(a|a)*$'),
    /safe-pattern/,
  ],
  [
    'a pattern with quadratic backtracking',
    set(`${SCHEMAS} PetName pattern`, '^\\s*a*\\s*a*$'),
    /safe-pattern/,
  ],
  [
    'an unresolved reference',
    set(`${SCHEMAS} Pets items $ref`, '#/components/schemas/Nope'),
    /no-unresolved-refs .*schemas\/Nope/,
  ],
  ['an unused schema', set(`${SCHEMAS} Lost`, { type: 'string' }), /no-unused-components .*Lost/],
  [
    'a property name pattern with exponential backtracking',
    set(`${SCHEMAS} Pet patternProperties`, { '^(a+)+$': { type: 'string' } }),
    /safe-pattern .*backtrack/,
  ],
  [
    'a schema that cannot be compiled',
    set('components parameters Limit schema pattern', '['),
    /valid-examples The schema cannot be compiled/,
  ],
  [
    'a circular reference',
    set(`${SCHEMAS} PetName`, { $ref: '#/components/schemas/PetName' }),
    /parse-error Circular reference: #\/components\/schemas\/PetName resolves to itself/,
  ],
];
