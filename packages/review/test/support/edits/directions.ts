// Edits whose effect depends on the direction: nullable, read-only and write-only properties, formats.
import { add, all, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { SCHEMAS } from './parts.js';

const NEW_PET = `${SCHEMAS} NewPet`;
const PET = `${SCHEMAS} Pet`;

const tag = (place: string, schema: object) => set(`${place} properties tag`, schema);
const required = (place: string) => set(`${place} required`, ['name', 'categoryId', 'tag']);

export const DIRECTIONS: EditCase[] = [
  {
    name: 'a body property may be null',
    before: tag(NEW_PET, { type: 'string' }),
    edit: tag(NEW_PET, { type: ['string', 'null'] }),
    wire: 'minor',
    source: 'minor',
    says: /`type` changed/,
  },
  {
    name: 'a body property may no longer be null',
    before: tag(NEW_PET, { type: ['string', 'null'] }),
    edit: tag(NEW_PET, { type: 'string' }),
    wire: 'major',
    source: 'major',
    says: /narrowed from 'string \| null' to 'string'/,
  },
  {
    name: 'a response property is no longer null',
    before: tag(PET, { type: ['string', 'null'] }),
    edit: tag(PET, { type: 'string' }),
    wire: 'minor',
    source: 'minor',
    says: /`type` changed/,
  },
  {
    name: 'a required body property',
    edit: all(tag(NEW_PET, { type: 'string' }), required(NEW_PET)),
    wire: 'major',
    source: 'major',
    says: /became required: `tag`/,
  },
  {
    name: 'a required response property',
    edit: all(tag(PET, { type: 'string' }), add(`${PET} required`, 'tag')),
    wire: 'minor',
    source: 'minor',
    says: /tag: added/,
  },
  {
    name: 'a required body property that is read-only',
    edit: all(tag(NEW_PET, { type: 'string', readOnly: true }), required(NEW_PET)),
    wire: 'none',
    source: 'patch',
    says: /tag: added/,
  },
  {
    name: 'a read-only body property is required from now on',
    before: tag(NEW_PET, { type: 'string', readOnly: true }),
    edit: required(NEW_PET),
    wire: 'none',
    source: 'patch',
    says: /`required` changed/,
  },
  {
    name: 'a body property becomes read-only',
    before: tag(NEW_PET, { type: 'string' }),
    edit: set(`${NEW_PET} properties tag readOnly`, true),
    wire: 'major',
    source: 'major',
    says: /`readOnly`/,
  },
  {
    name: 'a required read-only property becomes writable in a body',
    before: all(tag(NEW_PET, { type: 'string', readOnly: true }), required(NEW_PET)),
    edit: remove(`${NEW_PET} properties tag readOnly`),
    wire: 'major',
    source: 'major',
    says: /`readOnly`/,
  },
  {
    name: 'a required read-only property becomes writable as the branch of a union',
    before: all(tag(NEW_PET, { type: 'string', readOnly: true }), required(NEW_PET)),
    edit: tag(NEW_PET, { anyOf: [{ type: 'string', readOnly: true }] }),
    wire: 'major',
    source: 'major',
    says: /`readOnly`/,
  },
  {
    name: 'a required read-only property becomes writable as one of two branches of a union',
    before: all(tag(NEW_PET, { type: 'string', readOnly: true }), required(NEW_PET)),
    edit: tag(NEW_PET, { anyOf: [{ type: 'string', readOnly: true }, { type: 'integer' }] }),
    wire: 'major',
    source: 'major',
    says: /`readOnly`/,
  },
  {
    name: 'a response property becomes write-only',
    before: tag(PET, { type: 'string' }),
    edit: set(`${PET} properties tag writeOnly`, true),
    wire: 'major',
    source: 'major',
    says: /`writeOnly`/,
  },
  {
    name: 'a write-only property appears in a response',
    before: tag(PET, { type: 'string', writeOnly: true }),
    edit: remove(`${PET} properties tag writeOnly`),
    wire: 'minor',
    source: 'minor',
    says: /`writeOnly`/,
  },
  {
    name: 'a property that only responses have becomes read-only',
    before: tag(PET, { type: 'string' }),
    edit: set(`${PET} properties tag readOnly`, true),
    wire: 'none',
    source: 'patch',
    says: /`readOnly`/,
  },
  {
    name: 'an optional read-only property becomes writable in a body',
    before: tag(NEW_PET, { type: 'string', readOnly: true }),
    edit: remove(`${NEW_PET} properties tag readOnly`),
    wire: 'minor',
    source: 'minor',
    says: /`readOnly`/,
  },
  {
    name: 'a format in a response removed',
    before: tag(PET, { type: 'string', format: 'date-time' }),
    edit: remove(`${PET} properties tag format`),
    wire: 'major',
    source: 'patch',
    says: /`format`/,
  },
  {
    name: 'a format in a response added',
    before: tag(PET, { type: 'string' }),
    edit: set(`${PET} properties tag format`, 'date-time'),
    wire: 'minor',
    source: 'patch',
    says: /`format`/,
  },
  {
    name: 'more items in a response',
    before: set(`${SCHEMAS} Pets maxItems`, 10),
    edit: set(`${SCHEMAS} Pets maxItems`, 20),
    wire: 'major',
    source: 'patch',
    says: /`maxItems`/,
  },
  {
    name: 'items of a response of another type',
    before: tag(PET, { type: 'array', items: { type: 'string' } }),
    edit: set(`${PET} properties tag items type`, 'integer'),
    wire: 'major',
    source: 'major',
    says: /'string' to 'integer'/,
  },
];
