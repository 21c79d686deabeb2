// Idempotency of any operation that declares the header, by its handler alone.
import { document, type OperationId, operationSpecs } from '@animal-store/contract';
import { type ContractOperation, readContract } from '../../../src/contract/contract.js';
import { once, type Reply, toClaim } from '../../../src/middleware/idempotency.js';
import { UNRESTRICTED } from '../../../src/model.js';
import { createSqliteStore } from '../../../src/storage/sqlite/sqlite-store.js';
import type { Store } from '../../../src/storage/store.js';

const contract = readContract(document, operationSpecs);
const CREATE = contract.operations.find(({ id }) => id === 'createPet');
if (CREATE === undefined) throw new Error('the contract has no createPet');
const { parameters: DECLARED } = CREATE;
const template = CREATE;

let store: Store;
let effects: number;
beforeEach(() => {
  store = createSqliteStore(':memory:');
  effects = 0;
});
afterEach(() => store.close());

function operationOf(id: OperationId, parameters = DECLARED): ContractOperation {
  return { ...template, id, parameters };
}

interface Sent {
  key: string;
  id?: OperationId;
  path?: object;
  query?: object;
  headers?: Record<string, unknown>;
  body?: unknown;
}

function send({ key, id = 'createPet', headers, ...sent }: Sent, reply: Reply = { status: 204 }) {
  const request = {
    path: undefined,
    query: undefined,
    body: undefined,
    ...sent,
    headers: { 'Idempotency-Key': key, ...headers },
    caller: { id: 'key', plan: 'free', quota: undefined, bansLiftedMs: undefined, ...UNRESTRICTED },
  };
  const claim = toClaim(operationOf(id), request, contract);
  if (claim === undefined) throw new Error('the request has no claim');
  return once(claim, { store, contract }, async () => {
    effects += 1;
    return reply;
  });
}

const replayed = { headers: { 'Idempotency-Replayed': 'true' } };

test.each<[string, Reply]>([
  ['no body', { status: 204, headers: {} }],
  ['headers', { status: 201, headers: { Location: '/v1/pets/1' }, body: { id: 1 } }],
  ['an exact integer', { status: 200, headers: {}, body: { id: 9007199254740993n } }],
])(
  'when a reply with %s is repeated, then it has the same status, headers and bytes',
  async (_, reply) => {
    const first = await send({ key: 'a' }, reply);
    const again = await send({ key: 'a' }, { status: 500 });
    expect(effects).toBe(1);
    expect(again).toEqual({ ...first, headers: { ...first.headers, ...replayed.headers } });
  },
);

test.each<[string, Partial<Sent>]>([
  ['operation', { id: 'listPets' }],
  ['path', { path: { petId: 2 } }],
  ['query', { query: { force: 'true' } }],
  ['header', { headers: { 'X-Store': '2' } }],
  ['body', { body: { name: 'Emily' } }],
])('when another %s is sent with the same key, then it is a 422', async (_, other) => {
  const sent = { key: 'a', path: { petId: 1 }, query: {}, body: { name: 'Hambone' } };
  await send(sent);
  await expect(send({ ...sent, ...other })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await send({ ...sent, path: { petId: 1 } })).toMatchObject(replayed);
  expect(effects).toBe(1);
});

test.each([
  ['"abc"', 'abc'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
  ['"a b"', 'a b'],
])('when %s is sent, then it names the same key as %s', async (quoted, plain) => {
  await send({ key: quoted });
  expect(await send({ key: plain })).toMatchObject(replayed);
});

test.each([
  ['"abc', 'abc'],
  ['abc"', 'abc'],
  ['"a"b"', 'a"b'],
  ['"a\\b"', 'a\\b'],
  ['"é"', 'é'],
  ['""', ''],
])(
  'when %s is sent, then it is not a quoted string, and names another key than %s',
  async (key, other) => {
    await send({ key });
    expect(await send({ key: other })).not.toMatchObject(replayed);
    expect(await send({ key })).toMatchObject(replayed);
  },
);

test('when the operation does not declare the header, then the request has no claim', () => {
  const request = {
    ...{ path: {}, query: {}, body: {}, headers: { 'Idempotency-Key': 'a' } },
    caller: { id: 'key', plan: 'free', quota: undefined, bansLiftedMs: undefined, ...UNRESTRICTED },
  };
  expect(toClaim(operationOf('createPet', []), request, contract)).toBeUndefined();
});
