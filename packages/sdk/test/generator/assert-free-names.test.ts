import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_TYPES } from '@animal-store/contract';
import { assertFreeNames } from '../../generator/assert-free-names.js';

const INDEX = readFileSync(join(__dirname, '../../src/index.ts'), 'utf8');

test('when no schema has the name of an export, then the generator goes on', () => {
  expect(() => assertFreeNames([...SCHEMA_TYPES, 'Public', 'Pag'], INDEX)).not.toThrow();
});

test.each(['Page', 'AnimalStore', 'RateLimitWindow'])(
  'when a schema is named %s, as an export is, then the generator stops and names it',
  (name) => {
    expect(() => assertFreeNames([...SCHEMA_TYPES, name], INDEX)).toThrow(`the schema ${name} `);
  },
);
