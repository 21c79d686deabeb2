// The version of the package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { document } from '@animal-store/contract/document';

test('when the SDK is built from a contract, then both have the same version', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: document.info.version });
});
