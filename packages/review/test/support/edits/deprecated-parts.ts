// Edits of the deprecation of one operation, parameter or property, and its removal before and after the sunset.
import { all, remove, set } from '../edit-contract.js';
import { deprecate, type LifeCycleCase, SUNSET } from './life-cycle-case.js';

/** The fixture promises a notice of 180 days. */
const EARLIEST = '2027-05-19';
const LIST = 'paths /pets get';
const SCHEMAS = 'components schemas';

const withdraw = (path: string) =>
  all(
    remove(`${path} deprecated`),
    remove(`${path} x-deprecated-since`),
    remove(`${path} x-deprecated-sunset`),
  );

/** Each with its path, its pointer, and how messages begin. */
const PLACES: [name: string, path: string, pointer: string, message: string][] = [
  ['an operation', LIST, '#/paths/~1pets/get', 'listPets'],
  ['a parameter', `${LIST} parameters 1`, '#/paths/~1pets/get/parameters/1', 'GET /pets › status'],
  [
    'a property of a request',
    `${SCHEMAS} NewPet properties status`,
    '#/components/schemas/NewPet/properties/status',
    'NewPet › properties › status',
  ],
  [
    'a property of a response',
    `${SCHEMAS} Pet properties status`,
    '#/components/schemas/Pet/properties/status',
    'Pet › properties › status',
  ],
];

export const DEPRECATED_PARTS = PLACES.flatMap(
  ([name, path, removed, message]): LifeCycleCase[] => {
    const sunsetKey = `${path} x-deprecated-sunset`;
    const says = (text: string) => new RegExp(`${message}: \`${text}`);
    const before = deprecate(path);
    return [
      {
        name: `${name} deprecated with the promised notice`,
        edit: deprecate(path, EARLIEST),
        wire: 'minor',
        source: 'patch',
        says: says('x-deprecated-sunset` added: "2027-05-19"'),
        why: /works at least until then/,
      },
      {
        name: `${name} deprecated a day too late`,
        edit: deprecate(path, '2027-05-18'),
        wire: 'major',
        source: 'patch',
        says: says('x-deprecated-sunset` added'),
        why: /a notice of 180 days: the earliest sunset that can be announced today is 2027-05-19\./,
      },
      {
        name: `${name} with an earlier sunset`,
        before,
        edit: set(sunsetKey, '2030-12-04'),
        wire: 'major',
        source: 'patch',
        says: says('x-deprecated-sunset` changed from "2030-12-05" to "2030-12-04"'),
        why: /less time to migrate than announced/,
      },
      {
        name: `${name} with a later sunset`,
        before,
        edit: set(sunsetKey, '2031-01-01'),
        wire: 'minor',
        source: 'patch',
        says: says('x-deprecated-sunset` changed'),
        why: /more time to migrate than announced/,
      },
      {
        name: `${name} with a later sunset after the sunset`,
        before,
        edit: set(sunsetKey, '2030-12-31'),
        today: '2030-12-20',
        wire: 'minor',
        source: 'patch',
        says: says('x-deprecated-sunset` changed'),
        why: /more time to migrate/,
      },
      {
        name: `${name} with an earlier sunset after the sunset`,
        before,
        edit: set(sunsetKey, '2030-12-01'),
        today: SUNSET,
        wire: 'minor',
        source: 'patch',
        says: says('x-deprecated-sunset` changed'),
        why: /Its announced sunset, 2030-12-05, has passed\./,
      },
      {
        name: `${name} deprecated without a sunset any more`,
        before,
        edit: remove(sunsetKey),
        wire: 'major',
        source: 'patch',
        says: says('x-deprecated-sunset` removed'),
        why: /no longer know how long it works/,
      },
      {
        name: `${name} whose deprecation is withdrawn`,
        before,
        edit: withdraw(path),
        wire: 'minor',
        source: 'patch',
        says: says('x-deprecated-sunset` removed'),
        why: /no longer deprecated/,
      },
      {
        name: `${name} with another day of deprecation`,
        before,
        edit: set(`${path} x-deprecated-since`, '2026-02-01'),
        wire: 'patch',
        source: 'patch',
        says: says('x-deprecated-since` changed'),
        why: /information only/,
      },
      {
        name: `${name} removed the day before the sunset`,
        before,
        edit: remove(path),
        today: '2030-12-04',
        wire: 'major',
        source: 'major',
        says: /removed/,
        why: /It was to work at least until its announced sunset, 2030-12-05\./,
        removed,
      },
      {
        name: `${name} removed on the day of the sunset`,
        before,
        edit: remove(path),
        today: SUNSET,
        wire: 'minor',
        source: 'minor',
        says: /removed/,
        why: /Its announced sunset, 2030-12-05, has passed\./,
        removed,
      },
      {
        name: `${name} removed after the sunset`,
        before,
        edit: remove(path),
        today: '2031-03-01',
        wire: 'minor',
        source: 'minor',
        says: /removed/,
        why: /has passed/,
        removed,
      },
      {
        name: `${name} removed that has no sunset`,
        before: all(before, remove(sunsetKey)),
        edit: remove(path),
        today: '2031-03-01',
        // Responses may lack the property: the removal breaks code that reads it, and no message.
        wire: name.endsWith('response') ? 'minor' : 'major',
        source: 'major',
        says: /removed/,
        removed,
      },
    ];
  },
);
