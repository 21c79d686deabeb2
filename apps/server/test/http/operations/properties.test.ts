// Properties of the operations: what holds for any name and cursor.
import { limits } from '@animal-store/contract/conformance';
import fc from 'fast-check';
import { expectError } from '../../support/expect-error.js';
import { useServer } from '../../support/use-server.js';
import { addPets, nextOf, post } from './helpers.js';

const server = useServer();

test('when a name is any text, then it is stored exactly, or refused as the contract says', async () => {
  const maxLength = limits.MAX_NAME;
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('😀', 'x'),
      minLength: maxLength - 2,
      maxLength: maxLength + 3,
    }),
    fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', '\u0085'), maxLength: 6 }),
  );
  const property = fc.asyncProperty(text, async (name) => {
    const { length } = [...name];
    const created = await post(server, { name, categoryId: 1 });
    if (length >= 1 && length <= maxLength && !/[\p{Cc}\p{Cs}]/u.test(name)) {
      expect([created.status, created.json.name]).toEqual([201, name]);
      expect((await server.call(`/pets/${created.json.id}`)).json.name).toBe(name);
    } else {
      expectError(created, 400, 'invalid_request', ['body /name']);
    }
  });
  await fc.assert(property, { numRuns: 300 });
});

describe('a cursor', () => {
  let cursor: string;
  beforeEach(async () => {
    await addPets(server, 6);
    cursor = await cursorAfter(2);
  });

  async function cursorAfter(limit: number): Promise<string> {
    const next = nextOf(await server.call(`/pets?limit=${limit}`));
    return new URLSearchParams(next?.split('?')[1]).get('cursor') ?? '';
  }

  async function expectRefused(changed: string): Promise<void> {
    const reply = await server.call(`/pets?cursor=${changed}`);
    expectError(reply, 400, 'invalid_request', ['query /cursor']);
  }

  test('when it is changed, cut, extended or signed for another page, then it is refused', async () => {
    const [id, signature] = cursor.split('.');
    const [otherId] = (await cursorAfter(3)).split('.');
    for (const [at, character] of [...cursor].entries())
      await expectRefused(
        `${cursor.slice(0, at)}${character === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
      );
    for (const changed of [
      ...[`${id}`, `${signature}`, `${id}.`, `.${signature}`, cursor.slice(0, -1), cursor.slice(1)],
      ...[`${cursor}A`, `${cursor}=`, `${cursor}.`, `${cursor}.${signature}`, `${cursor}%20`],
      ...[`%20${cursor}`, `${id}=.${signature}`, `${cursor},${cursor}`, cursor.toLowerCase()],
      `${otherId}.${signature}`,
    ])
      await expectRefused(changed);
  });
});
