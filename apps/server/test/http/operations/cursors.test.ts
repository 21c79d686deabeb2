// Cursors that a client has changed. Those of other listings: the conformance vectors.
import { expectError } from '../../support/expect-error.js';
import { useServer } from '../../support/use-server.js';
import { addPets, nextOf } from './helpers.js';

const server = useServer();

async function cursorAfter(limit: number): Promise<string> {
  const next = nextOf(await server.call(`/pets?limit=${limit}`));
  return new URLSearchParams(next?.split('?')[1]).get('cursor') ?? '';
}

test('when a cursor is changed, cut, extended or signed for another page, then it is refused', async () => {
  await addPets(server, 6);
  const cursor = await cursorAfter(2);
  const [id, signature] = cursor.split('.');
  const [otherId] = (await cursorAfter(3)).split('.');
  const withOther = (character: string, at: number) =>
    `${cursor.slice(0, at)}${character === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
  for (const changed of [
    ...[...cursor].map(withOther),
    ...[`${id}`, `${signature}`, `${id}.`, `.${signature}`, cursor.slice(0, -1), cursor.slice(1)],
    ...[`${cursor}A`, `${cursor}=`, `${cursor}.`, `${cursor}.${signature}`, `${cursor}%20`],
    ...[`%20${cursor}`, `${id}=.${signature}`, `${cursor},${cursor}`, cursor.toLowerCase()],
    `${otherId}.${signature}`,
  ]) {
    const reply = await server.call(`/pets?cursor=${changed}`);
    expectError(reply, 400, 'invalid_request', ['query /cursor']);
  }
});
