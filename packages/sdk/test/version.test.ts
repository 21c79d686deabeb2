import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { document } from '@animal-store/contract';

test('the SDK has the version of the contract that it is made from', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: document.info.version });
});
