// Names of the schemas that @animal-store/sdk/schemas exports.
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import { document } from '@animal-store/contract';
import { toBodySchemas } from '../../generator/body-schemas.js';

const OBJECT = { type: 'object' };

/** Operations whose bodies have these schemas. */
function contractOf(bodies: Readonly<Record<string, object>>, components: object = {}) {
  const contract: ContractDocument = structuredClone(document);
  const specs: OperationSpec[] = Object.keys(bodies).map((id) => ({
    id,
    method: 'put',
    path: `/${id}`,
    parameters: [],
    body: { mediaType: 'application/json', isRequired: true },
    successes: [],
  })) as OperationSpec[];
  const paths = Object.entries(bodies).map(([operationId, schema]) => [
    `/${operationId}`,
    { put: { operationId, requestBody: { content: { 'application/json': { schema } } } } },
  ]);
  return {
    specs,
    contract: {
      ...contract,
      paths: Object.fromEntries(paths),
      components: {
        ...contract.components,
        schemas: { ...contract.components.schemas, ...components },
      },
    },
  };
}

function namesOf(...args: Parameters<typeof contractOf>) {
  const { specs, contract } = contractOf(...args);
  return toBodySchemas(specs, contract, 'export { type Issue, toIssues };');
}

const THING = { $ref: '#/components/schemas/Thing' };

test('when a body has a named schema, then operations share the schema of that name', () => {
  expect(namesOf({ addThing: THING, replaceThing: THING }, { Thing: OBJECT })).toMatchObject([
    { name: 'Thing', operations: ['addThing', 'replaceThing'] },
  ]);
});

test('when a body has no named schema, then it has the name of the operation', () => {
  expect(namesOf({ setTags: { type: 'array' } })).toMatchObject([
    { name: 'SetTagsBody', operations: ['setTags'] },
  ]);
});

test.each<[string, Parameters<typeof contractOf>]>([
  [
    'of another body',
    [
      { addThing: { $ref: '#/components/schemas/SetTagsBody' }, setTags: OBJECT },
      { SetTagsBody: OBJECT },
    ],
  ],
  [
    'of another body, in another order',
    [
      { setTags: OBJECT, addThing: { $ref: '#/components/schemas/SetTagsBody' } },
      { SetTagsBody: OBJECT },
    ],
  ],
  ['of an export', [{ addThing: { $ref: '#/components/schemas/Body' } }, { Body: OBJECT }]],
])(
  'when a body has the name %s, then generation fails and names the operation',
  (_, [bodies, components]) => {
    const { specs, contract } = contractOf(bodies, components);
    expect(() => toBodySchemas(specs, contract, 'export type { BodySchema };')).toThrow(
      /^the body of (?:addThing|setTags) would be a second (?:Body|SetTagsBody)Schema of the SDK/,
    );
  },
);
