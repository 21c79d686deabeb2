// The mock's contract: which operations work on stored items, and how others are answered.
import { document } from '@animal-store/contract';
import { readOperations } from '@animal-store/contract/read-operations';
import { toMockContract } from '../../generator/mock/mock-contract.js';

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
  const { operations, resources } = toMockContract(readOperations(edited), edited);
  return { resources, operations: new Map(operations.map((one) => [String(one.id), one])) };
}

test('when an operation is of no listing, then the contract’s example answers', () => {
  const { operations } = operationsOf({
    '/pets/count': {
      get: { operationId: 'countPets', responses: { 200: json({ type: 'integer' }, 42) } },
    },
    '/pets/{petId}': {
      delete: {
        operationId: 'deletePet',
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'x' } },
      },
    },
  });
  expect(operations.get('countPets')).toMatchObject({ reply: { status: 200, body: 42 } });
  expect(operations.get('deletePet')?.reply).toEqual({ status: 204, headers: {} });
});

test('when the contract has no example, then a sample of the schema answers', () => {
  const { operations } = operationsOf({
    '/pets/best': { get: { operationId: 'bestPet', responses: { 200: json(PET) } } },
  });
  expect(operations.get('bestPet')?.reply.body).toMatchObject({ name: expect.any(String) });
});

test('when a listing has a path of several words, then its resource has a name in camel case', () => {
  const { resources } = operationsOf({
    '/store/lost-pets': {
      get: { operationId: 'listLost', responses: { 200: json({ type: 'array', items: PET }) } },
    },
  });
  expect(resources).toEqual(['lostPets']);
});

test('when a listing has the name of an option, then the contract’s example answers', () => {
  const { resources, operations } = operationsOf({
    '/quota': {
      get: { operationId: 'listQuota', responses: { 200: json({ type: 'array', items: PET }) } },
    },
  });
  expect(resources).toEqual([]);
  expect(operations.get('listQuota')?.behavior).toBeUndefined();
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
  const { operations } = operationsOf(
    {
      '/visits': {
        get: {
          operationId: 'listVisits',
          responses: { 200: json({ type: 'array', items: visit }) },
        },
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
