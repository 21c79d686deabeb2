// Read-only properties: requests refuse those that the model says to be read-only, and no others.
import { isReadOnly, readContract } from '@animal-store/spec/model';
import { compileSchema } from '@animal-store/spec/requests';
import fc from 'fast-check';
import { document } from '../../generated/document.js';

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
    const edited = structuredClone(document);
    Object.assign(edited.components.schemas, COMPONENTS, { Own });
    const text = readContract(edited).schemas.get('Own')?.schema.properties?.get('text');
    const isRefused = !compileSchema('Own', edited)({ body: { text: 'a' } });
    expect(isRefused).toBe(text !== undefined && isReadOnly(text));
    found.add(isRefused);
  });
  fc.assert(property, { numRuns: 50 });
  expect(found.size).toBe(2);
});
