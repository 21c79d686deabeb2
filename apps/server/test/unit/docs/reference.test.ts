// The reference of a contract with everything that is served: what the page says of each parameter and each property.
import { document } from '@animal-store/contract/document';
import { ANIMAL_STORE, createProduct, renderSamples } from '@animal-store/reference';
import { type Parameter, resolve, type Schema } from '@animal-store/spec/document';
import { readContract } from '@animal-store/spec/model';
import { operationIds } from '../../support/contract-values.js';
import { renderSite, rowOf } from '../../support/docs-files.js';
import { growContract } from '../../support/grown-contract/grow-contract.js';
import { readTestContract } from '../../support/read-contract.js';
import { DIFF } from '../../support/spec-diff.js';

const grown = structuredClone(document);
growContract(grown);
const pageOf = (contract: typeof document, options = {}) => renderSite(contract, options);
const page = pageOf(grown);

/** Keywords that the page shows by rows of their own, or in words that factsOf adds. */
const OTHERS =
  /^(?:title|description|examples?|deprecated|x-.*|required|properties|additionalProperties|items|allOf|oneOf|anyOf|discriminator|type|format|enum|readOnly|writeOnly|uniqueItems|\$.*)$/;

/** What the row must say: types, limits, default and constants. */
function factsOf(schema: Schema): string[] {
  const { type, format, items, additionalProperties, properties } = schema;
  const isUnion = schema.oneOf !== undefined || schema.anyOf !== undefined;
  const isMap = properties === undefined && typeof additionalProperties === 'object';
  const types = isUnion || isMap ? [] : [type ?? []].flat();
  const isList = items !== undefined || types.includes('array');
  const limits = Object.entries(schema).filter(([keyword]) => !OTHERS.test(keyword));
  return [
    ...(isList ? ['array of'] : types),
    ...(typeof format === 'string' && !isUnion ? [format] : []),
    ...limits.map(([, value]) => toText(value)),
    ...(Array.isArray(schema.enum) ? schema.enum : []).map(toText),
    ...(schema.uniqueItems === true ? ['no item twice'] : []),
    ...(schema.readOnly === true ? ['read-only'] : []),
    ...(schema.writeOnly === true ? ['write-only'] : []),
  ];
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function expectRow(id: string, schema: Schema, isRequired: boolean): void {
  const row = rowOf(page, id);
  for (const fact of factsOf(schema).map((one) => one.replaceAll('"', '&#34;')))
    expect([id, row]).toEqual([id, expect.stringContaining(fact)]);
  expect([id, row.includes('[required]')]).toEqual([id, isRequired]);
}

/** Each property of a schema, at any depth, where the page has a row for it. */
function expectProperties(anchor: string, entry: object, omitted: string, depth = 0): number {
  const schema = merge(entry);
  let count = 0;
  for (const [name, property] of Object.entries(Object(schema.properties))) {
    const own = merge(Object(property));
    if (own[omitted] === true) {
      expect(page).not.toContain(`id="${anchor}.${name}"`);
      continue;
    }
    const required = Array.isArray(schema.required) && schema.required.includes(name);
    expectRow(`${anchor}.${name}`, own, required);
    count += 1 + expectProperties(`${anchor}.${name}`, own, omitted, depth + 1);
    if (typeof own.items === 'object')
      count += expectProperties(`${anchor}.${name}`, Object(own.items), omitted, depth + 1);
  }
  return count;
}

function merge(entry: object): Schema {
  const { $ref: _, ...siblings } = Object(entry);
  const target = { ...resolve<Schema>(Object(entry), grown), ...siblings };
  const parts: Schema[] = (Array.isArray(target.allOf) ? target.allOf : []).map(merge);
  const properties = Object.assign({}, ...parts.map((part) => part.properties), target.properties);
  const required = [target, ...parts].flatMap((part) =>
    Array.isArray(part.required) ? part.required : [],
  );
  const hasProperties = Object.keys(properties).length > 0;
  return {
    ...Object.assign({}, ...parts),
    ...target,
    ...(hasProperties && { properties, required }),
  };
}

const { operations } = readTestContract(grown);

test('every parameter has its type, limits, default, required mark and example', () => {
  for (const { id, path, method } of operations)
    for (const entry of grown.paths[path]?.[method]?.parameters ?? []) {
      const { name, schema, required = false, example } = resolve<Parameter>(entry, grown);
      expectRow(`${id}.${name}`, merge(schema), required);
      if (example !== undefined) expect(rowOf(page, `${id}.${name}`)).toContain(toText(example));
    }
});

test('every property of a request and of a response has its type, limits, default and required mark', () => {
  let count = 0;
  for (const { id, path, method } of operations) {
    const { requestBody, responses } = grown.paths[path]?.[method] ?? { responses: {} };
    const [media] = Object.values(requestBody ? Object(resolve(requestBody, grown)).content : {});
    count += expectProperties(`${id}.body`, Object(media).schema ?? {}, 'readOnly');
    for (const [status, entry] of Object.entries(responses).filter(([code]) => code < '3')) {
      const [received] = Object.values(resolve(entry, grown).content ?? {});
      const schema = merge(received?.schema ?? {});
      const shown = typeof schema.items === 'object' ? Object(schema.items) : schema;
      count += expectProperties(`${id}.${status}`, shown, 'writeOnly');
    }
  }
  expect(count).toBeGreaterThan(150);
});

test('every alternative of a union is shown, with the value that chooses it', () => {
  for (const id of [
    'echoAnimal.body.cat.lives',
    'echoAnimal.body.dog.trainedBy',
    'echoEvent.body.1.weight',
    'echoContact.body.2.phone',
  ])
    expect(rowOf(page, id)).not.toBe('');
  expect(page).toMatch(/chosen by <code>kind<\/code>:/);
  expect(rowOf(page, 'echoAnimal.body.dog')).toContain('dog, puppy object · GrowthDog');
});

test('every example of a response is on the page, as JSON', () => {
  const text = page.replaceAll(/<[^>]*>/g, '');
  for (const id of operationIds()) expect(text).toContain(id);
  expect(text).toContain('&#34;name&#34;: &#34;Hambone&#34;');
  for (const code of Object(document.components.schemas.ErrorCode).enum)
    expect(page).toContain(`id="error-${code}"`);
});

/** No two elements have the same anchor, and every link within the page leads to one. */
function expectAnchors(text: string): void {
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBe(new Set(ids).size);
  for (const [, target] of text.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
}

test('no two elements have the same anchor, and every link of the page leads to one', () => {
  expectAnchors(page);
});

test('when a contract describes no chapters, then no link leads to one', () => {
  const edited = structuredClone(document);
  Object.assign(edited.info, { description: 'Animals.' });
  expectAnchors(pageOf(edited));
});

test('when a product has no SDK, then its page has no word of one, and its links lead somewhere', () => {
  const text = pageOf(grown, { product: createProduct('book-store', 'bk', false) });
  expect(text).not.toMatch(/@animal-store|AnimalStore|store\.\w+\(|sdk\.js|CHANGELOG|ANIMAL_STORE/);
  expect(text).not.toMatch(/id="quick-start"|data-language="sdk"|The SDK sends|placeholder="as_/);
  for (const own of ['data-key="$BOOK_STORE_KEY"', 'placeholder="bk_pub_…"', 'class="try"'])
    expect(text).toContain(own);
  expectAnchors(text);
});

test('when an example has quotes, odd names and large integers, then its sample has the same value', async () => {
  const edited = structuredClone(document);
  const example = {
    name: `"it's" \${1}\u2028`,
    'X-Tenant': [[2 ** 60]],
    ...JSON.parse('{"__proto__":1}'),
  };
  const { requestBody } = Object(edited.paths['/pets']?.post);
  requestBody.content['application/json'] = { schema: { type: 'object' }, example };
  const store = { createPet: jest.fn() };
  const samples = renderSamples(readContract(edited), ANIMAL_STORE);
  const { sdk = '' } = samples.get('createPet') ?? {};
  await new Function('store', 'console', `return (async () => {${sdk}})()`)(store, { log() {} });
  expect(store.createPet).toHaveBeenCalledWith({ body: { ...example, 'X-Tenant': [[2n ** 60n]] } });
});

test('when parameters and properties are deprecated, null or not, then the page has their dates', () => {
  const edited = structuredClone(document);
  const dates = { 'x-deprecated-since': '2026-01-01', 'x-deprecated-sunset': '2030-12-05' };
  const { parameters, schemas } = Object(edited.components);
  // a property is deprecated beside a reference
  const owner = { type: 'string', maxLength: 9, readOnly: true }; // without effect in a union
  for (const part of [parameters.Limit, schemas.NewPet.properties.status, owner])
    Object.assign(part, { deprecated: true, ...dates });
  schemas.NewPet.properties.owner = { oneOf: [owner, { type: 'null' }] };
  expect(rowOf(pageOf(edited), 'createPet.body.owner')).toContain('string or null deprecated');
  for (const id of ['listPets.limit', 'createPet.body.status', 'createPet.body.owner'])
    expect(rowOf(pageOf(edited), id)).toContain(
      'Deprecated since 2026-01-01; may be removed from 2030-12-05.',
    );
});

test('when two parts of an allOf have a property that contains itself, then it is shown once', () => {
  const edited = structuredClone(document);
  const { schemas } = Object(edited.components);
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  schemas.Base = { type: 'object', properties: { parent: ref('Base') } };
  Object.assign(schemas.NewPet, { allOf: [ref('Base')] });
  schemas.NewPet.properties.parent = ref('NewPet');
  expect(rowOf(pageOf(edited), 'createPet.body.parent')).toContain('As above: NewPet.');
});

test('when a map contains itself, then its type names it, and it is shown once', () => {
  const edited = structuredClone(document);
  const { schemas } = Object(edited.components);
  const additionalProperties = { $ref: '#/components/schemas/Tree' };
  schemas.Tree = { type: 'object', additionalProperties };
  schemas.NewPet.properties.tree = additionalProperties;
  expect(rowOf(pageOf(edited), 'createPet.body.tree')).toContain('tree map of Tree');
  expect(rowOf(pageOf(edited), 'createPet.body.tree.*')).toContain('As above: Tree.');
});

test('when values have several types, then all of them are shown, and null is no alternative', () => {
  const edited = structuredClone(document);
  const { properties } = Object(edited.components.schemas.NewPet);
  properties.level = { enum: ['low', 2, null] };
  properties.color = { anyOf: [{ type: 'string', maxLength: 9 }, { enum: [null] }] };
  expect(rowOf(pageOf(edited), 'createPet.body.level')).toContain('string or number or null');
  expect(rowOf(pageOf(edited), 'createPet.body.color')).toContain('string or null at most 9');
  properties.size = { anyOf: [{ type: ['integer', 'null'] }, { type: ['string', 'null'] }] };
  expect(rowOf(pageOf(edited), 'createPet.body.size')).toContain('size integer or string or null');
});

test('when a contract changed, then the innermost part around each change is marked', () => {
  const preview = pageOf(document, { changes: DIFF });
  expect(rowOf(preview, 'listPets.limit')).toMatch(/^.*limit integer breaking/);
  expect(rowOf(preview, 'listPets.status')).toContain('added');
  expect(rowOf(preview, 'createPet.body.status')).toContain('added');
  expect(rowOf(preview, 'createPet.body.name')).not.toMatch(/breaking|added/);
  expect(preview).toMatch(/<s><code>getUnicorn<\/code><\/s>/);
  expect(preview).toMatch(/Breaking \(\d\)/);
  expect(preview).toContain('GET /pets?limit=101\naccepted (200) -&#62; 400</pre>');
  expect(preview).not.toContain('CHANGELOG.md'); // no release has these changes
});
