// Read-only properties: requests refuse those that the model says to be read-only, and no others.
import fc from 'fast-check';
import { isReadOnly, readContract } from '../../src/model/index.js';
import { compileBody, toRequestDocument } from '../../src/outputs/requests/index.js';

const COMPONENTS = { Plain: { type: 'string' }, Created: { type: 'string', readOnly: true } };
const reference = fc
  .constantFrom(...Object.keys(COMPONENTS))
  .map((name) => ({ $ref: `#/components/schemas/${name}` }));
const marks = fc.constantFrom({}, { readOnly: true }, { readOnly: false }, { writeOnly: true });

/** Schemas of a text, marked in themselves, beside a reference, in what it leads to, or in a part. */
const { schema: schemas } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(reference, marks).map(([ref, mark]) => ({ ...ref, ...mark })),
    marks.map((mark) => ({ type: 'string', ...mark })),
    fc
      .tuple(fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), marks)
      .map(([allOf, mark]) => ({ allOf, ...mark })),
  ),
}));

test('when the model says that a property is read-only, then requests refuse it, and otherwise not', () => {
  const found = new Set<boolean>();
  const property = fc.property(schemas, (schema) => {
    const Own = { type: 'object', properties: { text: schema } };
    const contract = readContract({ components: { schemas: { ...COMPONENTS, Own } } });
    const text = contract.schemas.get('Own')?.schema.properties?.get('text');
    const { components } = toRequestDocument(contract);
    const validate = compileBody({ $ref: '#/components/schemas/Own' }, components);
    const isRefused = !validate({ body: { text: 'a' } });
    expect(isRefused).toBe(text !== undefined && isReadOnly(text));
    found.add(isRefused);
  });
  fc.assert(property, { numRuns: 50 });
  expect(found.size).toBe(2);
});
