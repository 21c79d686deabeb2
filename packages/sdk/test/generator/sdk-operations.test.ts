import {
  type OperationSpec as ContractSpec,
  document,
  operationSpecs,
} from '@animal-store/contract';
import type { ParameterSpec } from '@animal-store/core';
import { renderOperations } from '../../generator/render-operations.js';
import { type SdkOperation, toSdkOperations } from '../../generator/sdk-operations.js';

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

test('when a list without items is no absent list, or a reply has another type, then the spec says so', () => {
  const repeated = { list: 'repeated' };
  const { spec } = sdkOperation({
    parameters: [
      parameter('ids', 'query', { ...repeated, isRequired: true }),
      parameter('sort', 'query', { ...repeated, default: ['id'] }),
      parameter('only', 'query', repeated),
      parameter('joined', 'query', { list: 'comma-separated', default: ['id'] }),
    ],
    successes: [{ status: 200, mediaType: 'application/hal+json' }],
  });
  const [ids, sort, ...others] = spec?.parameters.map(({ isNonEmpty }) => isNonEmpty) ?? [];
  expect([ids, sort, others]).toEqual([true, true, [undefined, undefined]]);
  expect(spec?.accept).toBe('application/hal+json, application/json');
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

test('when a path has no parameter, then store.fetch tries it before one that has', () => {
  const specs = ['/pets/{petId}', '/pets/mine'].map((path) => ({ ...sdkOperation({}).spec, path }));
  const operations = specs.map((spec) => ({ ...sdkOperation({}), id: spec.path, spec }));
  const code = renderOperations(operations as unknown as SdkOperation[], '1');
  expect(code.match(/(?<=ethod\(')[^']*/g)).toEqual(['/pets/mine', '/pets/{petId}']);
});
