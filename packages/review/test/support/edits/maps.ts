// Edits of maps and constants.
import { remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { BODY, REPLY, SCHEMAS } from './parts.js';

export const MAPS: EditCase[] = [
  {
    name: 'values of a map of another type in a body',
    before: set(BODY, { type: 'object', additionalProperties: { type: 'string' } }),
    edit: set(`${BODY} additionalProperties type`, 'integer'),
    level: 'major',
    says: /'string' to 'integer'/,
  },
  {
    name: 'values of a map of another type in a response',
    before: set(REPLY, { type: 'object', additionalProperties: { type: 'string' } }),
    edit: set(`${REPLY} additionalProperties type`, 'integer'),
    level: 'major',
    says: /'string' to 'integer'/,
  },
  {
    name: 'a map in a body becomes closed',
    before: set(BODY, { type: 'object', additionalProperties: { type: 'string' } }),
    edit: set(`${BODY} additionalProperties`, false),
    level: 'major',
    says: /additionalProperties/,
  },
  {
    name: 'a map in a response becomes closed',
    before: set(REPLY, { type: 'object', additionalProperties: { type: 'string' } }),
    edit: set(`${REPLY} additionalProperties`, false),
    level: 'major',
    says: /additionalProperties/,
  },
  {
    name: 'a closed object in a body becomes a map',
    before: set(BODY, { type: 'object', additionalProperties: false }),
    edit: set(`${BODY} additionalProperties`, { type: 'string' }),
    level: 'minor',
    says: /additionalProperties/,
  },
  {
    name: 'values of a map typed in a body',
    before: set(BODY, { type: 'object', additionalProperties: true }),
    edit: set(`${BODY} additionalProperties`, { type: 'string' }),
    level: 'major',
    says: /additionalProperties/,
  },
  {
    name: 'values of a map typed in a body that said nothing',
    before: set(BODY, { type: 'object' }),
    edit: set(`${BODY} additionalProperties`, { type: 'string' }),
    level: 'major',
    says: /additionalProperties/,
  },
  {
    name: 'a body becomes closed',
    before: set(BODY, { type: 'object' }),
    edit: set(`${BODY} additionalProperties`, false),
    level: 'major',
    says: /additionalProperties/,
  },
  {
    name: 'values of a map of any type in a response',
    before: set(REPLY, { type: 'object', additionalProperties: { type: 'string' } }),
    edit: set(`${REPLY} additionalProperties`, true),
    level: 'major',
    says: /additionalProperties/,
  },
  {
    name: 'a constant in a response',
    before: set(`${SCHEMAS} Pet properties tag`, { type: 'string' }),
    edit: set(`${SCHEMAS} Pet properties tag const`, 'a'),
    level: 'minor',
    says: /`const` added/,
  },
  {
    name: 'another constant in a response',
    before: set(`${SCHEMAS} Pet properties tag`, { const: 'a' }),
    edit: set(`${SCHEMAS} Pet properties tag const`, 'b'),
    level: 'major',
    says: /`const`/,
  },
  {
    name: 'no constant in a response',
    before: set(`${SCHEMAS} Pet properties tag`, { type: 'string', const: 'a' }),
    edit: remove(`${SCHEMAS} Pet properties tag const`),
    level: 'major',
    says: /`const`/,
  },
];
