// Names of the schemas that @animal-store/sdk/schemas exports.
import { document } from '@animal-store/contract/document';
import { readContract } from '@animal-store/spec/model';
import { toSchemaExports } from '../../generator/body-schemas.js';
import { toSdkOperations } from '../../generator/sdk-operations.js';
import { readSpecs } from '../support/read-specs.js';

const OBJECT = { type: 'object' };
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** @param bodies The schema of each operation's body. */
function namesOf(bodies: object, schemas: object = {}) {
  const edited = structuredClone(document);
  const paths = Object.entries(bodies).map(([operationId, schema]) => {
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const responses = { 204: { description: 'x' } };
    return [`/${operationId}`, { put: { operationId, requestBody, responses } }];
  });
  Object.assign(edited, { paths: Object.fromEntries(paths) });
  Object.assign(edited.components.schemas, schemas);
  const contract = readContract(edited);
  const operations = toSdkOperations(readSpecs(contract), contract);
  return toSchemaExports(operations, 'export type { BodySchema };');
}

test('when a body has a named schema, then operations share the schema of that name', () => {
  const bodies = { addThing: refTo('Thing'), replaceThing: refTo('Thing') };
  expect(namesOf(bodies, { Thing: OBJECT })).toMatchObject([
    { name: 'Thing', operations: ['addThing', 'replaceThing'] },
  ]);
});

test('when a body has no named schema, then it has the name of the operation', () => {
  expect(namesOf({ setTags: { type: 'array' } })).toMatchObject([
    { name: 'SetTagsBody', operations: ['setTags'] },
  ]);
});

test.each<[string, object, string]>([
  ['of another body', { addThing: refTo('SetTagsBody'), setTags: OBJECT }, 'SetTagsBody'],
  ['of a later body', { setTags: OBJECT, addThing: refTo('SetTagsBody') }, 'SetTagsBody'],
  ['of an export', { addThing: refTo('Body') }, 'Body'],
])('when a body has the name %s, then generation fails and names the operation', (...args) => {
  const [, bodies, name] = args;
  expect(() => namesOf(bodies, { [name]: OBJECT })).toThrow(
    /^the body of (?:addThing|setTags) would be a second (?:Body|SetTagsBody)Schema of the SDK/,
  );
});
