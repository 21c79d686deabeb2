// Edits of properties whose names are also keywords.
import { remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { BODY, REPLY } from './parts.js';

const text = { type: 'string' };
const closed = (properties: object) => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const ITEMS = { type: 'array', items: text };

export const KEYWORD_NAMES: EditCase[] = [
  ...['parameters', 'properties'].map(
    (name): EditCase => ({
      name: `a property deprecated removed from the property ${name}`,
      before: set(BODY, closed({ [name]: closed({ a: text, deprecated: text }) })),
      edit: remove(`${BODY} properties ${name} properties deprecated`),
      wire: 'major',
      source: 'major',
      says: /`deprecated` of `\w+` was removed/,
    }),
  ),
  {
    name: 'a property additionalProperties removed from a body',
    before: set(BODY, closed({ a: text, additionalProperties: text })),
    edit: remove(`${BODY} properties additionalProperties`),
    wire: 'major',
    source: 'major',
    says: /`additionalProperties` was removed/,
  },
  {
    name: 'a property additionalProperties added to a body',
    before: set(BODY, closed({ a: text })),
    edit: set(`${BODY} properties additionalProperties`, text),
    wire: 'minor',
    source: 'minor',
    says: /additionalProperties: added/,
  },
  {
    name: 'items removed from the property properties of a response',
    before: set(REPLY, { type: 'object', properties: { properties: ITEMS } }),
    edit: remove(`${REPLY} properties properties items`),
    wire: 'major',
    source: 'major',
    says: /`items` of `properties` was removed/,
  },
];
