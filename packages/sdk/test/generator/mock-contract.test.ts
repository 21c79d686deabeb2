// The mock's contract: which operations work on stored items, and how others are answered.
import { document } from '@animal-store/contract/document';
import { readContract } from '@animal-store/spec/model';
import { toMockContract } from '../../generator/mock/mock-contract.js';
import type { MockOperation } from '../../src/testing/mock-contract.js';
import { Resources } from '../../src/testing/resources.js';

const PET = { $ref: '#/components/schemas/Pet' };
const json = (schema: object, example?: unknown) => ({
  description: 'x',
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

/** The mock's operations of a contract with these paths. */
function operationsOf(paths: object, schemas: object = {}) {
  const edited = structuredClone(document);
  Object.assign(edited, { paths });
  Object.assign(edited.components.schemas, schemas);
  const contract = readContract(edited);
  const { operations, ...rest } = toMockContract(contract);
  return { ...rest, operations: new Map(operations.map((one) => [one.id, one])) };
}

const LISTING = { responses: { 200: json({ type: 'array', items: PET }) } };

test.each<[string, object, object]>([
  ['no listing', { 200: json({ type: 'integer' }, 42) }, { status: 200, body: 42 }],
  ['no body', { 204: { description: 'x' } }, { status: 204, headers: {} }],
  ['no example', { 200: json(PET) }, { body: { name: expect.any(String) } }],
])('when an operation has %s, then the contract’s example or a sample answers', (...row) => {
  const [, responses, reply] = row;
  const get = { operationId: 'some', responses };
  const { operations } = operationsOf({ '/pets/some': { get } });
  expect(operations.get('some')).toMatchObject({ reply });
  expect(operations.get('some')?.reply.body !== undefined).toBe('200' in responses);
});

test.each([
  ['/store/lost-pets', ['lostPets'], 'a name in camel case'],
  ['/quota', [], 'none if that would be the name of an option'],
])('when a listing is at %s, then its resources are %j: %s', (path, names) => {
  const get = { operationId: 'list', ...LISTING };
  const { resources, operations } = operationsOf({ [path]: { get } });
  expect(resources).toEqual(names);
  expect(operations.get('list')?.behavior !== undefined).toBe(names.length > 0);
});

test('when an operation declares errors, then the mock has their statuses, and messages of its own', () => {
  const taken = { code: 'name_taken', message: 'Taken.', status: 409 };
  const lost = { ...taken, code: 'not_found', status: 404 };
  const responses = { 404: json({}, lost), 409: json({}, taken), 410: json({}) };
  const get = { operationId: 'some', responses };
  const { errors } = operationsOf({ '/pets/some': { get } }).operations.get('some') ?? {};
  expect(errors).toEqual({
    not_found: { status: 404 },
    name_taken: { message: 'Taken.', status: 409 },
  });
});

test('when items have a property that no request has, then it is that of the example', () => {
  const Visit = {
    type: 'object',
    required: ['id', 'at', 'note'],
    properties: {
      id: { type: 'integer', format: 'int64' },
      at: { type: 'string', readOnly: true },
      note: { type: 'string' },
      secret: { type: 'string', writeOnly: true },
    },
  };
  const visit = { $ref: '#/components/schemas/Visit' };
  const listing = { 200: json({ type: 'array', items: visit }) };
  const { operations } = operationsOf(
    {
      '/visits': {
        get: { operationId: 'listVisits', responses: listing },
        post: {
          operationId: 'addVisit',
          requestBody: { required: true, ...json(visit) },
          responses: { 201: json(visit, { id: 1, at: '2026-11-20', note: 'ill' }) },
        },
      },
    },
    { Visit },
  );
  expect(operations.get('addVisit')?.behavior).toEqual({
    kind: 'create',
    resource: 'visits',
    properties: ['id', 'at', 'note'],
    fill: { at: '2026-11-20' },
  });
});

const TOY = {
  type: 'object',
  required: ['id', 'at'],
  properties: {
    id: { type: 'integer', format: 'int64', readOnly: true },
    at: { type: 'string', readOnly: true },
    name: { type: 'string' },
    owner: { type: ['string', 'null'] },
    code: { type: 'string', writeOnly: true },
  },
};
const toy = { $ref: '#/components/schemas/Toy' };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const requestBody = json(toy);
const [one, none] = [{ 200: json(toy, { id: 7 }) }, { 204: { description: 'x' } }];
const { operations: ofToys } = operationsOf(
  {
    '/pets': {
      get: { operationId: 'list', responses: { 200: json({ type: 'array', items: toy }) } },
    },
    '/pets/{id}': {
      get: { operationId: 'get', parameters, responses: one },
      put: { operationId: 'put', parameters, requestBody, responses: one },
      patch: { operationId: 'patch', parameters, requestBody, responses: none },
      delete: { operationId: 'delete', parameters, responses: none },
    },
    '/pets/{id}/sell': { post: { operationId: 'sell', parameters, responses: one } },
  },
  { Toy: TOY },
);
const BALL = { id: 7, at: 'now', name: 'ball', owner: 'Rex' };
const SENT = { code: '123', name: null, owner: null };

test.each<[string, object | undefined, object | undefined]>([
  ['get', undefined, BALL],
  ['patch', {}, BALL],
  ['patch', { owner: 'Tom' }, { ...BALL, owner: 'Tom' }],
  ['patch', SENT, { id: 7, at: 'now', owner: null }],
  ['put', {}, { id: 7, at: 'now' }],
  ['put', SENT, { id: 7, at: 'now', owner: null }],
  ['delete', undefined, undefined],
  ['sell', undefined, BALL],
])('when the mock gets a %s of %j, then its item is %j', (id, body, changed) => {
  const resources = new Resources({ pets: [BALL] });
  const act = (petId: number) => {
    const operation = ofToys.get(id) as MockOperation; // whose id is one of this contract alone
    return resources.answer(operation, { body, path: { id: petId }, query: {}, headers: {} });
  };
  if (id !== 'sell') expect(() => act(8)).toThrow('could not be found');
  const { status, body: replied } = act(7);
  expect(resources.items.pets).toEqual(changed ? [changed] : []);
  expect(status).toBe(['get', 'put', 'sell'].includes(id) ? 200 : 204);
  if (status === 200) expect(replied).toEqual(id === 'sell' ? { id: 7 } : changed);
});
