import {
  type OperationSpec as ContractSpec,
  document,
  operationSpecs,
  type ParameterSpec,
} from '@animal-store/contract';
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
  const spec = { id, method, path, parameters: [], successes, ...changes };
  return { ...toSdkOperations([spec], document)[0] };
}

const body = (...properties: string[]) => ({ body: { ...JSON_BODY, properties } });
const inQuery = parameter('a', 'query');
const key = parameter('Idempotency-Key', 'header');

test.each<[string, Partial<ContractSpec>, true | undefined]>([
  ['but not without parameters', {}, undefined],
  ['but not for other places', { parameters: [inQuery, parameter('b', 'header')] }, undefined],
  ['but not for parameters and a body', { parameters: [inQuery], ...body('b') }, undefined],
  ['but not for an object without properties', body(), undefined],
  ['but not for what the client sends', { parameters: [key], ...body(key.name) }, undefined],
  ['for two of one name', { parameters: [inQuery, parameter('a', 'header')] }, true],
  ['for one named like a property', { parameters: [inQuery], ...body('a') }, true],
  ['for a body without known names', { body: JSON_BODY }, true],
])('when one object cannot hold a call, then it takes parts, %s', (_, changes, isStructured) => {
  expect(sdkOperation(changes).spec?.isStructured).toBe(isStructured);
});

test('when an operation needs more than the defaults, then its spec says so, and otherwise it is short', () => {
  const ids = { type: 'int64', list: 'repeated', isRequired: true };
  const { spec } = sdkOperation({
    parameters: [
      parameter('idempotency-key', 'header'),
      parameter('ids', 'query', ids),
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
      { name: 'ids', in: 'query', ...ids, isNonEmpty: true },
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
