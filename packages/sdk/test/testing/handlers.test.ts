// Handlers: a test's own answers in place of the mock's, and the note on what answers from an example.
import { contract } from '../../generated/mock.js';
import { Handlers } from '../../src/testing/handlers.js';
import { Resources } from '../../src/testing/resources.js';
import { TEST_KEY } from '../../src/testing.js';
import { connectMock } from '../support/connect-mock.js';

const REX = { name: 'Rex', categoryId: 1 };
const FULL = { code: 'forbidden', message: 'The store is full.', status: 403 } as const;

afterEach(() => jest.restoreAllMocks());

test('when there is a handler, then it answers valid requests, and may use the stored items', async () => {
  const { mock, store } = connectMock({
    pets: [REX],
    handlers: {
      getPet({ path }, { data }) {
        const body = data.pets.find(({ id }) => id === path.petId);
        return body ? { status: 200, body } : { status: 403, body: FULL };
      },
      listPets: ({ query }) => ({ status: 200, body: [{ ...REX, id: query.limit ?? 0 }] }),
    },
  });
  await expect(store.getPet({ petId: 1 })).resolves.toEqual({ id: 1, ...REX });
  const refusal = { code: 'forbidden', rawMessage: FULL.message };
  await expect(store.getPet({ petId: 2 })).rejects.toMatchObject(refusal);
  await expect(store.listPets({ limit: 5 })).resolves.toMatchObject({ items: [{ id: 5 }] });
  const headers = { Authorization: `Bearer ${TEST_KEY}` };
  expect((await mock('https://mock.example/v1/pets/x', { headers })).status).toBe(400);
});

test.each<[string, () => unknown, string]>([
  [
    'throws',
    () => {
      throw new Error('no cage');
    },
    'Error: no cage',
  ],
  [
    'answers with another status',
    () => ({ status: 418 }),
    'TypeError: status must be one of 201, ',
  ],
  ['answers later', async () => ({ status: 201, body: REX }), '(got undefined)'],
])(
  'when a handler %s, then the call rejects with a TypeError, once',
  async (_, createPet, part) => {
    const options: object = { handlers: { createPet } };
    const { mock, store } = connectMock(options);
    const error: unknown = await store.createPet(REX).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining("the mock's handler of createPet: "),
    );
    expect(error).toHaveProperty('message', expect.stringContaining(part));
    expect(mock.requests).toHaveLength(1);
  },
);

test('when a handler answers with an error, then the same Idempotency-Key may succeed later', async () => {
  let isFull = true;
  const { store } = connectMock({
    handlers: {
      createPet: ({ body }) =>
        isFull ? { status: 403, body: FULL } : { status: 201, body: { id: 1, ...body } },
    },
  });
  const create = () => store.createPet(REX, { idempotencyKey: 'order-42' });
  await expect(create()).rejects.toMatchObject({ status: 403 });
  isFull = false;
  await expect(create()).resolves.toMatchObject(REX);
});

test('when an operation is answered from its example, then a note says how to change that, once', () => {
  const info = jest.spyOn(console, 'info').mockReturnValue();
  const request = { body: undefined, path: {}, query: {}, headers: {} };
  const handlers = new Handlers();
  for (const { behavior: _, ...operation } of [...contract.operations, ...contract.operations])
    handlers.answer(operation, request, new Resources({}));
  for (const [index, { id }] of contract.operations.entries())
    expect(info.mock.calls[index]?.[0]).toContain(`createMockFetch({ handlers: { ${id}: `);
  expect(info).toHaveBeenCalledTimes(contract.operations.length);
});
