import { resolve } from 'node:path';
import { databaseName } from '../../../src/storage/create-store.js';

test.each([
  ['./data/animal-store.db', resolve('data/animal-store.db')],
  ['/var/lib/animal-store.db', '/var/lib/animal-store.db'],
  [':memory:', ':memory:'],
])('when the store is in %s, then messages name %s', (file, name) => {
  expect(databaseName({ kind: 'sqlite', file })).toBe(name);
});
