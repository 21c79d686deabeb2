// Edits of header parameters, and of Idempotency-Key.
import { all, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { PARAMETER, withParameter } from './parts.js';

const CREATE = 'paths /pets post';
const header = (rest: object = {}) =>
  withParameter({ type: 'string' }, { name: 'X-Shelf', in: 'header', ...rest });

export const HEADER_PARAMETERS: EditCase[] = [
  {
    name: 'an optional header parameter',
    edit: header(),
    wire: 'minor',
    source: 'minor',
    says: /X-Shelf: added/,
  },
  {
    name: 'a required header parameter',
    edit: header({ required: true }),
    wire: 'major',
    source: 'major',
    says: /Required `X-Shelf` header parameter was added/,
  },
  {
    name: 'a header parameter removed',
    before: header(),
    edit: remove(PARAMETER),
    wire: 'major',
    source: 'major',
    says: /`X-Shelf` header parameter was removed/,
  },
  {
    name: 'a header parameter becomes required',
    before: header(),
    edit: set(`${PARAMETER} required`, true),
    wire: 'major',
    source: 'major',
    says: /`X-Shelf` header parameter became required/,
  },
  {
    name: 'a header parameter becomes optional',
    before: header({ required: true }),
    edit: remove(`${PARAMETER} required`),
    wire: 'minor',
    source: 'minor',
    says: /`required` removed/,
  },
  {
    name: 'a header parameter of another type',
    before: header(),
    edit: set(`${PARAMETER} schema type`, 'integer'),
    wire: 'major',
    source: 'major',
    says: /'string' to 'integer'/,
  },
  {
    name: 'an Idempotency-Key',
    before: remove(`${CREATE} parameters`),
    edit: set(`${CREATE} parameters`, [
      { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
    ]),
    wire: 'minor',
    source: 'minor',
    says: /Idempotency-Key: added/,
  },
  {
    name: 'a required Idempotency-Key',
    before: remove(`${CREATE} parameters`),
    edit: set(`${CREATE} parameters`, [
      { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } },
    ]),
    wire: 'major',
    source: 'major',
    says: /Required `Idempotency-Key`/,
  },
  {
    name: 'an Idempotency-Key becomes required',
    edit: set(`${CREATE} parameters 0 required`, true),
    wire: 'major',
    source: 'major',
    says: /`Idempotency-Key` header parameter became required/,
  },
  {
    name: 'a shorter Idempotency-Key',
    edit: all(set(`${CREATE} parameters 0 schema maxLength`, 64)),
    wire: 'major',
    source: 'patch',
    says: /`maxLength`/,
  },
];
