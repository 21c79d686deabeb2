import {
  type OperationSpec as ContractSpec,
  document,
  operationSpecs,
  type ParameterSpec,
} from '@animal-store/contract';
import { renderCallShapes } from '../../generator/render-operations.js';
import { toSdkOperations } from '../../generator/sdk-operations.js';

const [ANY] = operationSpecs;
const JSON_BODY = { mediaType: 'application/json', isRequired: true };

function parameter(name: string, location: ParameterSpec['in'], overrides = {}): ParameterSpec {
  const isRequired = location === 'path';
  return { name, in: location, isRequired, type: 'string', isNullable: false, ...overrides };
}

/** The SDK's operation for one of the contract, without its parameters and body, and with these changes. */
function sdkOperation(changes: Partial<ContractSpec>) {
  if (ANY === undefined) throw new Error('the contract has no operation');
  const { id, method, path, successes } = ANY;
  const operations = toSdkOperations(
    [{ id, method, path, parameters: [], successes, ...changes }],
    document,
  );
  return { shapes: renderCallShapes(operations), ...operations[0] };
}

describe('when every name is unique and the body is an object with known names, then the call is flat', () => {
  test.each<[string, Partial<ContractSpec>]>([
    ['nothing', {}],
    [
      'parameters in all places',
      { parameters: [parameter('a', 'query'), parameter('b', 'header')] },
    ],
    [
      'parameters and a body',
      { parameters: [parameter('a', 'query')], body: { ...JSON_BODY, properties: ['b'] } },
    ],
    ['an object without properties', { body: { ...JSON_BODY, properties: [] } }],
    [
      'Idempotency-Key, which is no part of the call',
      {
        parameters: [parameter('Idempotency-Key', 'header')],
        body: { ...JSON_BODY, properties: ['Idempotency-Key'] },
      },
    ],
  ])('%s', (_, changes) => {
    const { spec, shapes } = sdkOperation(changes);
    expect(spec?.isStructured).toBeUndefined();
    expect(shapes).toBe('export type StructuredOperationId = never;\n');
  });
});

describe('when one object cannot hold a call, then it takes parts', () => {
  test.each<[string, Partial<ContractSpec>]>([
    [
      'two parameters with one name',
      { parameters: [parameter('a', 'query'), parameter('a', 'header')] },
    ],
    [
      'a parameter named like a property',
      {
        parameters: [parameter('a', 'query')],
        body: { ...JSON_BODY, properties: ['a'] },
      },
    ],
    ['a body without known names', { body: JSON_BODY }],
  ])('%s', (_, changes) => {
    const { id, spec, shapes } = sdkOperation(changes);
    expect(spec?.isStructured).toBe(true);
    expect(shapes).toBe(`export type StructuredOperationId = '${id}';\n`);
  });
});

test('when an operation needs more than the defaults, then its spec says so, and otherwise it is short', () => {
  const { spec } = sdkOperation({
    parameters: [
      parameter('idempotency-key', 'header'),
      parameter('ids', 'query', { type: 'int64', list: 'repeated', isRequired: true }),
      parameter('note', 'header', { isNullable: true }),
      parameter('sort', 'query', { list: 'repeated', default: ['id'] }),
      parameter('only', 'query', { list: 'repeated' }),
      parameter('joined', 'query', { list: 'comma-separated', default: ['id'] }),
    ],
    body: { mediaType: 'application/merge-patch+json', isRequired: false, properties: ['name'] },
    successes: [{ status: 200, mediaType: 'application/hal+json' }, { status: 204 }],
  });
  expect(spec).toEqual({
    method: ANY?.method.toUpperCase(),
    path: ANY?.path,
    parameters: [
      {
        name: 'ids',
        in: 'query',
        type: 'int64',
        list: 'repeated',
        isRequired: true,
        isNonEmpty: true,
      },
      { name: 'note', in: 'header', isNullable: true },
      { name: 'sort', in: 'query', list: 'repeated', isNonEmpty: true },
      { name: 'only', in: 'query', list: 'repeated' },
      { name: 'joined', in: 'query', list: 'comma-separated' },
    ],
    body: 'optional',
    contentType: 'application/merge-patch+json',
    accept: 'application/hal+json, application/json',
    emptyStatuses: [204],
    isIdempotent: true,
    result: 'any',
  });
  const success = [{ status: 200, mediaType: 'application/json' }];
  expect(sdkOperation({ successes: success }).spec).toEqual({
    method: ANY?.method.toUpperCase(),
    path: ANY?.path,
    parameters: [],
    result: 'list',
  });
});

test.each([
  [40, 40],
  [255, undefined],
  [undefined, undefined],
])(
  'when the contract allows an Idempotency-Key of %p characters, then the spec has the limit %p',
  (maxLength, expected) => {
    const [idempotent] = toSdkOperations(operationSpecs, document).filter(
      ({ spec }) => spec.isIdempotent,
    );
    const spec = operationSpecs.find(({ id }) => id === idempotent?.id);
    if (idempotent === undefined || spec === undefined) return;
    const { operation } = idempotent;
    const key = { name: 'Idempotency-Key', in: 'header' as const, schema: { maxLength } };
    const path = { [spec.method]: { ...operation, parameters: [key] } };
    const edited = { ...document, paths: { ...document.paths, [spec.path]: path } };
    expect(toSdkOperations([spec], edited)[0]?.spec.maxKeyLength).toBe(expected);
  },
);

test('when an operation takes an optional cursor and returns an array, then it is paged', () => {
  const paged = toSdkOperations(operationSpecs, document).filter(({ isPaged }) => isPaged);
  expect(paged.map(({ id }) => id)).toContain('listPets');
  for (const { spec } of paged)
    expect(spec.parameters).toContainEqual({ name: 'cursor', in: 'query' });
});

describe('when the SDK cannot send or read an operation, then the generator stops and names it', () => {
  test.each<[string, Partial<ContractSpec>]>([
    ['the cookie parameter a', { parameters: [parameter('a', 'cookie' as never)] }],
    [
      'the query parameter a: its type',
      { parameters: [parameter('a', 'query', { type: 'object' })] },
    ],
    [
      'the query parameter a: .*null',
      {
        parameters: [parameter('a', 'query', { list: 'repeated', isNullable: true })],
      },
    ],
    [
      'the header parameter a: .*one value',
      { parameters: [parameter('a', 'header', { list: 'repeated' })] },
    ],
    ['the header parameter accept', { parameters: [parameter('accept', 'header')] }],
    [
      'the path parameter a: .*one required value',
      { parameters: [parameter('a', 'path', { isNullable: true })] },
    ],
    [
      'the path parameter a: .*one required value',
      {
        parameters: [parameter('a', 'path', { list: 'comma-separated' })],
      },
    ],
    ['.*text/csv', { successes: [{ status: 200, mediaType: 'text/csv' }] }],
    ['.*multipart/form-data', { body: { mediaType: 'multipart/form-data', isRequired: true } }],
  ])('%s', (reason, changes) => {
    expect(() => sdkOperation(changes)).toThrow(new RegExp(`^${ANY?.id}: .*${reason}`));
  });

  test('a placeholder without its parameter', () => {
    const spec = operationSpecs.find(({ path }) => path.includes('{'));
    if (spec === undefined) return;
    expect(() => toSdkOperations([{ ...spec, parameters: [] }], document)).toThrow(
      `${spec.id}: the path ${spec.path} has {`,
    );
  });
});
