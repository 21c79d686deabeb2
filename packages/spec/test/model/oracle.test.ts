// The model beside Ajv: what it says of the types and the branches of random schemas is true of the values that Ajv accepts.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { branchesOf, jsonTypeOf, jsonTypesOf, selectorOf } from '../../src/model/index.js';
import { readSchema } from '../support/read-schema.js';

const TYPES = ['null', 'boolean', 'string', 'number', 'integer', 'array', 'object'];
const VALUES = [null, true, 'a', '', 1, 1.5, [], [1], ['a'], {}, { a: 1 }, { a: { a: 'a' } }];
const COMPONENTS = {
  Text: { type: 'string', minLength: 1 },
  Tree: { type: 'object', properties: { a: { $ref: '#/components/schemas/Tree' } } },
  Empty: {},
};

type Json = Record<string, unknown>;

/** A schema that has some of the keywords, and others inside it. */
const { schema: schemas } = fc.letrec<{ schema: Json | boolean }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const types = fc.oneof(fc.constantFrom(...TYPES), fc.uniqueArray(fc.constantFrom(...TYPES)));
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: types.filter((type) => type.length > 0),
    const: fc.constantFrom(...VALUES),
    enum: fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1 }),
    allOf: list,
    oneOf: list,
    anyOf: list,
    items: tie('schema'),
    properties: fc.record({ a: tie('schema') }),
    $ref: fc.constantFrom(...Object.keys(COMPONENTS)).map((name) => `#/components/schemas/${name}`),
  };
  const some = fc.uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 2 });
  const node = some.chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, keywords[name] ?? fc.constant(1)]))),
  );
  return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), node) };
});

/** Whether Ajv accepts a value. */
function validatorOf(schema: unknown, components: Json): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false });
  const validate = ajv.compile({ allOf: [schema], components: { schemas: components } });
  return (value) => validate(value) === true;
}

test('when Ajv accepts a value of a schema, then the model says that the schema has its type', () => {
  let accepted = 0;
  const property = fc.property(schemas, (schema) => {
    const types = jsonTypesOf(readSchema(schema, COMPONENTS));
    const valid = VALUES.filter(validatorOf(schema, COMPONENTS));
    accepted += valid.length;
    for (const value of valid) expect(types).toContain(jsonTypeOf(value));
  });
  fc.assert(property, { numRuns: 300 });
  expect(accepted).toBeGreaterThan(300);
});

test('when a schema lists its values, then a type that none of them has is not one of it', () => {
  const typesOf = (schema: Json) => jsonTypesOf(readSchema(schema, COMPONENTS));
  expect(typesOf({ type: ['string', 'integer'], enum: ['a', 'b'] })).toEqual(['string']);
  expect(typesOf({ type: ['object', 'null', 'string'], const: null })).toEqual(['null']);
  expect(typesOf({ type: 'string', enum: [1] })).toEqual([]);
});

const NAMES = ['a', 'b', 'c', 'd'];
const BRANCHES = ['B0', 'B1', 'B2'];
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The names that select each branch, and how its schema says so. */
const unions = fc.record({
  names: fc.array(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }), {
    minLength: 2,
    maxLength: 3,
  }),
  isPart: fc.boolean(),
  isRequired: fc.boolean(),
  keyword: fc.constantFrom('oneOf', 'anyOf'),
  hasDiscriminator: fc.boolean(),
});

test('when the model has a selector of a union, then it selects the only branch that Ajv accepts', () => {
  let selected = 0;
  const property = fc.property(unions, ({ names, isPart, isRequired, keyword, ...union }) => {
    const isDisjoint = new Set(names.flat()).size === names.flat().length;
    fc.pre(!union.hasDiscriminator || (isDisjoint && isRequired)); // as lint demands
    const components = Object.fromEntries(
      names.map((values, index): [string, Json] => {
        const [only] = values;
        const kind = values.length === 1 ? { const: only } : { enum: values };
        const own = { properties: { kind }, ...(isRequired && { required: ['kind'] }) };
        const object = { type: 'object', ...(isPart ? { allOf: [own] } : own) };
        return [`B${index}`, object];
      }),
    );
    const mapping = names.flatMap((values, index) =>
      values.map((value) => [value, refTo(`B${index}`).$ref]),
    );
    const discriminator = { propertyName: 'kind', mapping: Object.fromEntries(mapping) };
    const branches = BRANCHES.slice(0, names.length).map(refTo);
    const schema = { [keyword]: branches, ...(union.hasDiscriminator && { discriminator }) };
    const edge = readSchema(schema, components);
    const selector = selectorOf(edge.schema, branchesOf(edge.schema));
    expect(selector !== undefined).toBe(isDisjoint && isRequired);
    if (selector === undefined) return;
    const validators = branches.map((branch) => validatorOf(branch, components));
    for (const kind of NAMES) {
      const accepting = BRANCHES.filter((_, index) => validators[index]?.({ kind }));
      expect([selector.branches.get(kind)?.component ?? []].flat()).toEqual(accepting);
      selected += accepting.length;
    }
  });
  fc.assert(property);
  expect(selected).toBeGreaterThan(0);
});
