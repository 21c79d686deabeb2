// Edits of deprecations, sunsets and the policy, each on a day, and removals before and after the sunset.
import { add, all, remove, set } from '../edit-contract.js';
import { DEPRECATED_PARTS } from './deprecated-parts.js';
import { deprecate, type LifeCycleCase, SUNSET, TODAY } from './life-cycle-case.js';

const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';
const LIMIT = 'components parameters Limit';
const POLICY = 'x-deprecation-policy';
const DAYS = `${POLICY} minimumNoticeDays`;
const SCHEMAS = 'components schemas';

/** An operation beside getPet at the same path. */
const DELETE = 'paths /pets/{petId} delete';
const secondOperation = set(DELETE, {
  operationId: 'deletePet',
  responses: { 204: { description: 'Gone.' } },
});
const removeItem = {
  edit: remove('paths /pets/{petId}'),
  removed: '#/paths/~1pets~1{petId}',
  says: /removed/,
};
const TAG = {
  type: 'object',
  additionalProperties: false,
  properties: { colour: { type: 'string' } },
};
const COLOUR = `${SCHEMAS} Tag properties colour`;
const tags = all(
  set(`${SCHEMAS} Tag`, TAG),
  set(`${SCHEMAS} NewPet properties tags`, {
    type: 'array',
    items: { anyOf: [{ $ref: '#/components/schemas/Tag' }, { type: 'string' }] },
  }),
);
const ROWS: LifeCycleCase[] = [
  ...DEPRECATED_PARTS,
  {
    name: 'a path removed on the day of the sunset of its operation',
    ...removeItem,
    today: SUNSET,
    wire: 'minor',
    source: 'minor',
    why: /has passed/,
  },
  {
    name: 'a path removed before the sunset of its operation',
    ...removeItem,
    wire: 'major',
    source: 'major',
    why: /until its announced sunset, 2030-12-05/,
  },
  {
    name: 'a path removed with an operation that is not deprecated',
    before: secondOperation,
    ...removeItem,
    today: SUNSET,
    wire: 'major',
    source: 'major',
  },
  {
    name: 'a path removed before the last sunset of its operations',
    before: all(secondOperation, deprecate(DELETE, '2031-01-01')),
    ...removeItem,
    today: SUNSET,
    wire: 'major',
    source: 'major',
    why: /until its announced sunset, 2031-01-01/,
  },
  {
    name: 'another successor',
    edit: set(`${GET} x-deprecated-successor`, 'listOrders'),
    wire: 'minor',
    source: 'patch',
    says: /getPet: `x-deprecated-successor` changed/,
    why: /The replacement is another operation/,
  },
  {
    name: 'no successor',
    edit: remove(`${GET} x-deprecated-successor`),
    wire: 'minor',
    source: 'patch',
    says: /x-deprecated-successor` removed/,
    why: /no longer named/,
  },
  {
    name: 'an operation with a successor',
    edit: all(deprecate(LIST), set(`${LIST} x-deprecated-successor`, 'listOrders')),
    wire: 'minor',
    source: 'patch',
    says: /listPets: `x-deprecated-successor` added/,
    why: /is now named/,
  },
  {
    name: 'a deprecation without dates',
    edit: set(`${LIST} deprecated`, true),
    wire: 'minor',
    source: 'patch',
    says: /listPets: `deprecated` added/,
    why: /existing clients keep working/,
  },
  {
    name: 'a sunset that was not in force',
    before: set(`${LIST} x-deprecated-sunset`, '2027-01-01'),
    edit: set(`${LIST} deprecated`, true),
    wire: 'major',
    source: 'patch',
    says: /listPets: `x-deprecated-sunset` is "2027-01-01" now/,
    why: /earliest sunset that can be announced today is 2027-05-19/,
  },
  {
    name: 'a sunset announced for tomorrow without a policy',
    before: remove(POLICY),
    edit: deprecate(LIST, '2026-11-21'),
    wire: 'minor',
    source: 'patch',
    says: /listPets: `x-deprecated-sunset` added/,
  },
  {
    name: 'a sunset announced for yesterday without a policy',
    before: remove(POLICY),
    edit: deprecate(LIST, '2026-11-19'),
    wire: 'major',
    source: 'patch',
    says: /listPets: `x-deprecated-sunset` added/,
    why: /2026-11-20/,
  },
  {
    name: 'a longer notice',
    edit: set(DAYS, 360),
    wire: 'minor',
    source: 'none',
    says: /x-deprecation-policy.minimumNoticeDays` changed from 180 to 360/,
    why: /more notice/,
  },
  {
    name: 'a shorter notice',
    edit: set(DAYS, 90),
    wire: 'major',
    source: 'none',
    says: /x-deprecation-policy.minimumNoticeDays` changed from 180 to 90/,
    why: /less notice of a removal than promised/,
  },
  {
    name: 'no policy any more',
    edit: remove(POLICY),
    wire: 'major',
    source: 'none',
    says: /x-deprecation-policy.minimumNoticeDays` removed/,
  },
  {
    name: 'a policy',
    before: remove(POLICY),
    edit: set(POLICY, { minimumNoticeDays: 90 }),
    wire: 'minor',
    source: 'none',
    says: /x-deprecation-policy.minimumNoticeDays` added/,
  },
  {
    name: 'a shorter notice with a sunset that uses it',
    edit: all(set(DAYS, 30), deprecate(LIST, '2026-12-31')),
    wire: 'major',
    source: 'patch',
    says: /listPets: `x-deprecated-sunset` added/,
    why: /a notice of 180 days/,
  },
  {
    name: 'a shared parameter deprecated',
    edit: deprecate(LIMIT),
    wire: 'minor',
    source: 'patch',
    says: /limit: `x-deprecated-sunset` added/,
  },
  {
    name: 'a deprecated parameter of an operation that becomes shared, with an earlier sunset',
    before: all(
      deprecate(`${LIST} parameters 1`),
      set('components parameters Status', {
        name: 'status',
        in: 'query',
        description: 'Only animals with this status.',
        schema: { $ref: '#/components/schemas/PetStatus' },
      }),
      deprecate('components parameters Status', '2029-01-01'),
    ),
    edit: set(`${LIST} parameters 1`, { $ref: '#/components/parameters/Status' }),
    wire: 'major',
    source: 'patch',
    says: /status: `x-deprecated-sunset` changed from "2030-12-05" to "2029-01-01"/,
  },
  {
    name: 'a parameter of a path with an earlier sunset',
    before: set('paths /pets parameters', [
      {
        name: 'sort',
        in: 'query',
        description: 'Ignored.',
        schema: { type: 'string' },
        deprecated: true,
        'x-deprecated-since': '2026-01-01',
        'x-deprecated-sunset': SUNSET,
      },
    ]),
    edit: set('paths /pets parameters 0 x-deprecated-sunset', '2028-01-01'),
    wire: 'major',
    source: 'patch',
    says: /sort: `x-deprecated-sunset` changed/,
  },
  {
    name: 'a property of an alternative deprecated too late',
    before: tags,
    edit: deprecate(COLOUR, '2026-12-31'),
    wire: 'major',
    source: 'patch',
    says: /properties › colour: `x-deprecated-sunset` added/,
  },
  {
    name: 'a deprecated property that moves into allOf, with an earlier sunset',
    before: all(tags, deprecate(COLOUR)),
    edit: set(`${SCHEMAS} Tag`, {
      type: 'object',
      unevaluatedProperties: false,
      allOf: [
        {
          properties: {
            colour: {
              type: 'string',
              deprecated: true,
              'x-deprecated-since': '2026-01-01',
              'x-deprecated-sunset': '2028-01-01',
            },
          },
        },
      ],
    }),
    wire: 'major',
    source: 'patch',
    says: /colour: `x-deprecated-sunset` changed from "2030-12-05" to "2028-01-01"/,
  },
  {
    name: 'a deprecated property of no operation',
    before: set(`${SCHEMAS} Unused`, TAG),
    edit: deprecate(`${SCHEMAS} Unused properties colour`, '2026-12-01'),
    wire: 'none',
    source: 'patch',
    says: /Unused/,
  },
  {
    name: 'a new parameter that is deprecated already',
    edit: add(`${LIST} parameters`, {
      name: 'order',
      in: 'query',
      description: 'Ignored.',
      schema: { type: 'string' },
      deprecated: true,
      'x-deprecated-since': '2026-01-01',
      'x-deprecated-sunset': '2026-12-31',
    }),
    wire: 'minor',
    source: 'minor',
    says: /order/,
  },
];

export const LIFE_CYCLE: LifeCycleCase[] = ROWS.map((row) => ({ today: TODAY, ...row }));
