// Edits of oneOf with and without a discriminator.
import { add, all, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { BIRD, BODY, composed, REPLY } from './parts.js';

const discriminator = {
  propertyName: 'kind',
  mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
};

export const DISCRIMINATORS: EditCase[] = [
  {
    name: 'a branch added to oneOf in a body that values of another branch match',
    before: composed(BODY, 'oneOf'),
    edit: add(`${BODY} oneOf`, { type: 'object', properties: { age: { type: 'integer' } } }),
    wire: 'major',
    source: 'minor',
    says: /oneOf › 2: added/,
    why: /two branches/,
  },
  {
    name: 'a branch of another type added to oneOf in a body',
    before: composed(BODY, 'oneOf'),
    edit: add(`${BODY} oneOf`, { type: 'string' }),
    wire: 'minor',
    source: 'major',
    says: /takes its values in parts/,
  },
  {
    name: 'a mapping added in a response',
    before: composed(REPLY, 'oneOf', { discriminator }),
    edit: set(`${REPLY} discriminator mapping hound`, '#/components/schemas/Dog'),
    wire: 'major',
    source: 'major',
    says: /mapping › hound: added/,
  },
  {
    name: 'another property of a discriminator',
    before: composed(BODY, 'oneOf', { discriminator }),
    edit: set(`${BODY} discriminator propertyName`, 'type'),
    wire: 'major',
    source: 'major',
    says: /`propertyName` changed/,
  },
  {
    name: 'another target of a mapping',
    before: composed(BODY, 'oneOf', { discriminator }),
    edit: set(`${BODY} discriminator mapping dog`, '#/components/schemas/Cat'),
    wire: 'major',
    source: 'major',
    says: /mapping › dog/,
  },
  {
    name: 'a mapping removed',
    before: composed(BODY, 'oneOf', { discriminator }),
    edit: remove(`${BODY} discriminator mapping dog`),
    wire: 'major',
    source: 'major',
    says: /mapping › dog: removed/,
  },
  {
    name: 'a branch with its mapping added to a body',
    before: composed(BODY, 'oneOf', { discriminator }),
    edit: all(add(`${BODY} oneOf`, BIRD), set(`${BODY} discriminator mapping bird`, BIRD.$ref)),
    wire: 'minor',
    source: 'minor',
    says: /bird/,
  },
  {
    name: 'a branch with its mapping added to a response',
    before: composed(REPLY, 'oneOf', { discriminator }),
    edit: all(add(`${REPLY} oneOf`, BIRD), set(`${REPLY} discriminator mapping bird`, BIRD.$ref)),
    wire: 'major',
    source: 'major',
    says: /oneOf/,
  },
  {
    name: 'a discriminator removed',
    before: composed(BODY, 'oneOf', { discriminator }),
    edit: remove(`${BODY} discriminator`),
    wire: 'major',
    source: 'major',
    says: /discriminator/,
  },
];
