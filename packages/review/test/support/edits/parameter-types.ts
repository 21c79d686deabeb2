// Edits of the types of parameters.
import { add, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { PARAMETER, withParameter } from './parts.js';

export const PARAMETER_TYPES: EditCase[] = [
  {
    name: 'a value of an integer enum removed',
    before: withParameter({ type: 'integer', enum: [1, 2] }),
    edit: remove(`${PARAMETER} schema enum 1`),
    level: 'major',
    says: /lost values: '2'/,
  },
  {
    name: 'a value of an integer enum added',
    before: withParameter({ type: 'integer', enum: [1, 2] }),
    edit: add(`${PARAMETER} schema enum`, 3),
    level: 'minor',
    says: /`enum` changed/,
  },
  {
    name: 'an integer parameter becomes a number',
    before: withParameter({ type: 'integer' }),
    edit: set(`${PARAMETER} schema type`, 'number'),
    level: 'minor',
    says: /`type` changed/,
  },
  {
    name: 'a number parameter becomes an integer',
    before: withParameter({ type: 'number' }),
    edit: set(`${PARAMETER} schema type`, 'integer'),
    level: 'major',
    says: /narrowed from 'number' to 'integer'/,
  },
  {
    name: 'a boolean parameter becomes a string',
    before: withParameter({ type: 'boolean' }),
    edit: set(`${PARAMETER} schema type`, 'string'),
    level: 'major',
    says: /'boolean' to 'string'/,
  },
  {
    name: 'a string parameter becomes a date',
    before: withParameter({ type: 'string' }),
    edit: set(`${PARAMETER} schema format`, 'date'),
    level: 'major',
    says: /`format`/,
  },
  {
    name: 'a date parameter becomes a date-time',
    before: withParameter({ type: 'string', format: 'date' }),
    edit: set(`${PARAMETER} schema format`, 'date-time'),
    level: 'major',
    says: /`format`/,
  },
  {
    name: 'a date parameter becomes any string',
    before: withParameter({ type: 'string', format: 'date' }),
    edit: remove(`${PARAMETER} schema format`),
    level: 'minor',
    says: /`format` removed/,
  },
  {
    name: 'a parameter may be null',
    before: withParameter({ type: 'integer' }),
    edit: set(`${PARAMETER} schema type`, ['integer', 'null']),
    level: 'minor',
    says: /`type` changed/,
  },
  {
    name: 'a parameter may no longer be null',
    before: withParameter({ type: ['integer', 'null'] }),
    edit: set(`${PARAMETER} schema type`, 'integer'),
    level: 'major',
    says: /narrowed from 'integer \| null' to 'integer'/,
  },
  {
    name: 'a constant parameter',
    before: withParameter({ type: 'string' }),
    edit: set(`${PARAMETER} schema const`, 'a'),
    level: 'major',
    says: /`const`/,
  },
  {
    name: 'another constant of a parameter',
    before: withParameter({ const: 'a' }),
    edit: set(`${PARAMETER} schema const`, 'b'),
    level: 'major',
    says: /`const`/,
  },
  {
    name: 'a parameter no longer constant',
    before: withParameter({ type: 'string', const: 'a' }),
    edit: remove(`${PARAMETER} schema const`),
    level: 'minor',
    says: /`const` removed/,
  },
  {
    name: 'a default where there was none',
    before: withParameter({ type: 'string' }),
    edit: set(`${PARAMETER} schema default`, 'a'),
    level: 'major',
    says: /`default` added/,
  },
];
