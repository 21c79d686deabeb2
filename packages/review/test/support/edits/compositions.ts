// Edits of composed schemas: oneOf, anyOf and allOf, in requests and in responses.
import { add, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { BIRD, BODY, branches, composed, REPLY, SCHEMAS, VARIANTS } from './parts.js';

export const COMPOSITIONS: EditCase[] = [
  ...['oneOf', 'anyOf'].flatMap((keyword): EditCase[] => [
    {
      name: `a branch of ${keyword} added to a body`,
      before: composed(BODY, keyword),
      edit: add(`${BODY} ${keyword}`, BIRD),
      level: 'minor',
      says: new RegExp(keyword),
    },
    {
      name: `a branch of ${keyword} removed from a body`,
      before: composed(BODY, keyword),
      edit: remove(`${BODY} ${keyword} 0`),
      level: 'major',
      says: new RegExp(keyword),
    },
    {
      name: `a branch of ${keyword} added to a response`,
      before: composed(REPLY, keyword),
      edit: add(`${REPLY} ${keyword}`, BIRD),
      level: 'major',
      says: new RegExp(keyword),
    },
    {
      name: `a branch of ${keyword} removed from a response`,
      before: composed(REPLY, keyword),
      edit: remove(`${REPLY} ${keyword} 0`),
      level: 'minor',
      says: new RegExp(keyword),
    },
    {
      name: `${keyword} added to a body`,
      before: set(BODY, { type: 'object' }),
      edit: set(`${BODY} ${keyword}`, VARIANTS),
      level: 'major',
      says: new RegExp(keyword),
    },
    {
      name: `${keyword} removed from a response`,
      before: composed(REPLY, keyword, { type: 'object' }),
      edit: remove(`${REPLY} ${keyword}`),
      level: 'major',
      says: new RegExp(keyword),
    },
    {
      name: `a branch of ${keyword} changed in a body`,
      before: composed(BODY, keyword),
      edit: set(`${SCHEMAS} Dog properties kind const`, 'hound'),
      level: 'major',
      says: /`const`/,
    },
    {
      name: `another branch of ${keyword} in a body`,
      before: composed(BODY, keyword),
      edit: set(`${BODY} ${keyword} 1`, BIRD),
      level: 'major',
      says: /./,
    },
    {
      name: `branches of ${keyword} in another order`,
      before: composed(BODY, keyword),
      edit: set(`${BODY} ${keyword}`, branches('Dog', 'Cat')),
      level: undefined,
      says: /^$/,
    },
    {
      name: `${keyword} with null added to a response property`,
      before: set(`${SCHEMAS} Pet properties tag`, { [keyword]: [{ type: 'string' }] }),
      edit: add(`${SCHEMAS} Pet properties tag ${keyword}`, { type: 'null' }),
      level: 'major',
      says: new RegExp(keyword),
    },
  ]),
  {
    name: 'a conjunct of allOf added to a body',
    before: composed(BODY, 'allOf'),
    edit: add(`${BODY} allOf`, BIRD),
    level: 'major',
    says: /allOf/,
  },
  {
    name: 'a conjunct of allOf removed from a body', // the SDK's type loses its properties
    before: composed(BODY, 'allOf'),
    edit: remove(`${BODY} allOf 0`),
    level: 'major',
    says: /allOf/,
  },
  {
    name: 'a conjunct of allOf added to a response',
    before: composed(REPLY, 'allOf'),
    edit: add(`${REPLY} allOf`, BIRD),
    level: 'minor',
    says: /allOf/,
  },
  {
    name: 'a conjunct of allOf removed from a response',
    before: composed(REPLY, 'allOf'),
    edit: remove(`${REPLY} allOf 0`),
    level: 'major',
    says: /allOf/,
  },
  {
    name: 'allOf added to a body',
    before: set(BODY, { type: 'object' }),
    edit: set(`${BODY} allOf`, [{ required: ['a'] }]),
    level: 'major',
    says: /allOf/,
  },
];
