// React server components: a page that a server component passes to a client component.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFromReadableStream } from 'react-server-dom-parcel/client.edge';

const FLIGHT = fileURLToPath(new URL('flight.ts', import.meta.url));

test('when a page crosses the boundary, then a copy arrives as it was, and the page itself as a list', async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', FLIGHT];
  const { copy, ofPage, errors }: { copy: string; ofPage: string; errors: string[] } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  );
  const received = (text: string) => createFromReadableStream(new Blob([text]).stream());
  const items = [{ id: 9007199254740993n, name: 'Rex', categoryId: 1 }];
  assert.deepEqual(await received(copy), { page: { items, nextCursor: 'c2' } });
  assert.deepEqual(await received(ofPage), { page: items }); // React reads it as an iterable
  assert.deepEqual(errors, []);
});
