// Edits of array parameters: how they are sent, their items.
import { add, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { PARAMETER, strings, withParameter } from './parts.js';

export const ARRAY_PARAMETERS: EditCase[] = [
  {
    name: 'an optional array parameter',
    edit: withParameter(strings()),
    level: 'minor',
    says: /tags: added/,
  },
  {
    name: 'an array parameter separated by commas',
    before: withParameter(strings()),
    edit: set(`${PARAMETER} explode`, false),
    level: 'major',
    says: /`explode` of `tags` query parameter/,
  },
  {
    name: 'an array parameter no longer separated by commas',
    before: withParameter(strings(), { explode: false }),
    edit: remove(`${PARAMETER} explode`),
    level: 'major',
    says: /`explode` of `tags` query parameter was removed/,
  },
  {
    name: 'an array parameter in another style',
    before: withParameter(strings(), { explode: false }),
    edit: set(`${PARAMETER} style`, 'pipeDelimited'),
    level: 'major',
    says: /`style` of `tags`/,
  },
  {
    name: 'the default of explode written out',
    before: withParameter(strings()),
    edit: set(`${PARAMETER} explode`, true),
    level: 'patch',
    says: /`explode` added: true/,
    why: /default/,
  },
  {
    name: 'the default style written out',
    before: withParameter(strings()),
    edit: set(`${PARAMETER} style`, 'form'),
    level: 'patch',
    says: /`style` added: "form"/,
    why: /default/,
  },
  {
    name: 'an array of integers instead of strings',
    before: withParameter(strings()),
    edit: set(`${PARAMETER} schema items type`, 'integer'),
    level: 'major',
    says: /Type changed from 'string' to 'integer'|Type of `items`/,
  },
  {
    name: 'a parameter becomes an array',
    before: withParameter({ type: 'string' }),
    edit: set(`${PARAMETER} schema`, strings()),
    level: 'major',
    says: /'string' to 'array'/,
  },
  {
    name: 'at least one item',
    before: withParameter(strings()),
    edit: set(`${PARAMETER} schema minItems`, 1),
    level: 'major',
    says: /`minItems`/,
  },
  {
    name: 'fewer items at least',
    before: withParameter(strings({ minItems: 2 })),
    edit: set(`${PARAMETER} schema minItems`, 1),
    level: 'minor',
    says: /`minItems`/,
  },
  {
    name: 'fewer items at most',
    before: withParameter(strings({ maxItems: 9 })),
    edit: set(`${PARAMETER} schema maxItems`, 8),
    level: 'major',
    says: /`maxItems`/,
  },
  {
    name: 'more items at most',
    before: withParameter(strings({ maxItems: 9 })),
    edit: set(`${PARAMETER} schema maxItems`, 10),
    level: 'minor',
    says: /`maxItems`/,
  },
  {
    name: 'unique items',
    before: withParameter(strings()),
    edit: set(`${PARAMETER} schema uniqueItems`, true),
    level: 'major',
    says: /`uniqueItems`/,
  },
  {
    name: 'items from an enum',
    before: withParameter(strings()),
    edit: set(`${PARAMETER} schema items enum`, ['a', 'b']),
    level: 'major',
    says: /was set to 'a', 'b'/,
  },
  {
    name: 'another value of an item',
    before: withParameter(strings({ items: { type: 'string', enum: ['a'] } })),
    edit: add(`${PARAMETER} schema items enum`, 'b'),
    level: 'minor',
    says: /`enum` changed/,
  },
];
