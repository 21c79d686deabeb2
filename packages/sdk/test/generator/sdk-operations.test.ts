// SDK operations: how the methods of the contract's operations are called.
import { document } from '@animal-store/contract/document';
import { readContract } from '@animal-store/spec/model';
import { renderOperations } from '../../generator/render-operations.js';
import { type SdkOperation, toSdkOperations } from '../../generator/sdk-operations.js';
import { readSpecs } from '../support/read-specs.js';

const TEXT = { type: 'string' };
const list = (schema: object = {}) => ({ type: 'array', items: TEXT, ...schema });
const JSON_TYPE = 'application/json';

function parameter(name: string, place: 'query' | 'header', schema: object = TEXT, more = {}) {
  return { name, in: place, schema, ...more };
}

function body(schema: object) {
  return { requestBody: { required: true, content: { [JSON_TYPE]: { schema } } } };
}

/** The SDK's operation for `POST /things` with this content. */
function sdkOperation(content: object): SdkOperation {
  const responses = { 204: { description: 'Done.' } };
  const post = { operationId: 'addThing', responses, ...content };
  const edited = structuredClone(document);
  Object.assign(edited, { paths: { '/things': { post } } });
  const contract = readContract(edited);
  const [operation] = toSdkOperations(readSpecs(contract), contract);
  if (operation === undefined) throw new Error('the contract has no operation');
  return operation;
}

const object = (...names: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, TEXT])),
});
const inQuery = parameter('a', 'query');
const key = (schema = {}) => parameter('Idempotency-Key', 'header', { ...TEXT, ...schema });

test.each<[string, object, true | undefined]>([
  ['but not without parameters', {}, undefined],
  ['but not for other places', { parameters: [inQuery, parameter('b', 'header')] }, undefined],
  ['but not for parameters and a body', { parameters: [inQuery], ...body(object('b')) }, undefined],
  ['but not for an object without properties', body(object()), undefined],
  [
    'but not for what the client sends',
    { parameters: [key()], ...body(object(key().name)) },
    undefined,
  ],
  ['for two of one name', { parameters: [inQuery, parameter('a', 'header')] }, true],
  ['for one named like a property', { parameters: [inQuery], ...body(object('a')) }, true],
  ['for a body without known names', body({ type: 'object' }), true],
])('when one object cannot hold a call, then it takes parts, %s', (_, content, isStructured) => {
  expect(sdkOperation(content).spec.isStructured).toBe(isStructured);
});

test('when a list without items is no absent list, or a reply has another type, then the spec says so', () => {
  const { spec } = sdkOperation({
    parameters: [
      parameter('ids', 'query', list(), { required: true }),
      parameter('sort', 'query', list({ default: ['id'] })),
      parameter('only', 'query', list()),
      parameter('joined', 'query', list({ default: ['id'] }), { explode: false }),
    ],
    responses: { 200: { description: 'x', content: { 'application/hal+json': {} } } },
  });
  const [ids, sort, ...others] = spec.parameters.map(({ isNonEmpty }) => isNonEmpty);
  expect([ids, sort, others]).toEqual([true, true, [undefined, undefined]]);
  expect(spec.accept).toBe('application/hal+json, application/json');
});

test.each([
  [40, 40],
  [255, undefined],
  [undefined, undefined],
])(
  'when the contract allows an Idempotency-Key of %p characters, then the spec has the limit %p',
  (...row) => {
    const [maxLength, expected] = row;
    const schema = maxLength === undefined ? {} : { maxLength };
    expect(sdkOperation({ parameters: [key(schema)] }).spec.maxKeyLength).toBe(expected);
  },
);

test.each([
  ['a page, with links', 'cursor', list(), true, { hasPageLinks: true }],
  ['a list, not paged', 'other', list(), false, { result: 'list' }],
  ['any JSON', 'cursor', TEXT, false, { result: 'any' }],
])('when an operation returns %s, then the spec says so', (_, name, schema, isPaged, result) => {
  const headers = { Link: { schema: TEXT } };
  const content = { [JSON_TYPE]: { schema } };
  const operation = sdkOperation({
    parameters: [parameter(name, 'query')],
    responses: { 200: { description: 'x', headers, content } },
  });
  expect(operation.isPaged).toBe(isPaged);
  expect(operation.spec).toMatchObject(result);
});

test('when a path has no parameter, then store.fetch tries it before one that has', () => {
  const any = sdkOperation({});
  const operations = ['/pets/{petId}', '/pets/mine'].map((path) => ({
    ...any,
    spec: { ...any.spec, path },
  }));
  const code = renderOperations(operations, '1');
  expect(
    code.match(/(?<='addThing', )\{.*?"path":"[^"]*/g)?.map((text) => text.split('"').at(-1)),
  ).toEqual(['/pets/mine', '/pets/{petId}']);
});
