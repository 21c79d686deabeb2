// React server components: a page that a server component passes to a client component.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFromReadableStream } from 'react-server-dom-parcel/client.edge';

const FLIGHT = fileURLToPath(new URL('flight.ts', import.meta.url));

test('when a copy of a page crosses the boundary, then it arrives as it was, large integers included', async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', FLIGHT];
  const { copy, errors }: { copy: string; errors: string[] } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  );
  const stream = new Blob([copy]).stream();
  assert.deepEqual(await createFromReadableStream(stream), {
    page: { items: [{ id: 9007199254740993n, name: 'Rex', categoryId: 1 }], nextCursor: 'c2' },
  });
  assert.match(errors.join(), /Only plain objects/); // of the page itself, which is why it is copied
});
