// The mock's contract: which operations work on stored items, and how others are answered.
import { document } from '@animal-store/contract/document';
import { readContract } from '@animal-store/spec/model';
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
  const contract = readContract(edited);
  const { operations, resources } = toMockContract(contract);
  return { resources, operations: new Map(operations.map((one) => [one.id, one])) };
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
