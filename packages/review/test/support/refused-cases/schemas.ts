// Refused: keywords, types, formats, numbers, patterns and unions of schemas.
import { add, all, type Edit, set } from '../edit-contract.js';
import { toCases } from './refused-case.js';

const SCHEMAS = 'components schemas';
const NEW = `${SCHEMAS} NewPet properties extra`;
const NAME = `${SCHEMAS} PetName`;

/** A row for a keyword of a property of a request. */
const keyword = (name: string, schema: object, says: RegExp) =>
  [`\`${name}\``, set(NEW, schema), `${NEW} ${name}`, says] as const;

/** A row for a pattern that some reader takes for another. */
const pattern = (text: string, says: RegExp) =>
  [`the pattern ${text}`, set(`${NAME} pattern`, text), `${NAME} pattern`, says] as const;

const STRING = { type: 'string' };
const OBJECT = { type: 'object', additionalProperties: false, properties: { kind: STRING } };
const INT64 = { $ref: '#/components/schemas/Int64' };
const NOT_SUPPORTED = /refused-fields `\S+` is not supported: /;
const CAT = { ...OBJECT, required: ['kind'] };

/** A union of Cat and Dog, with a discriminator. */
function union(
  discriminator: object,
  cat: object = CAT,
  branch: object = { $ref: '#/components/schemas/Cat' },
): Edit {
  return all(
    set(`${SCHEMAS} Cat`, cat),
    set(`${SCHEMAS} Dog`, CAT),
    set(NEW, { oneOf: [branch, { $ref: '#/components/schemas/Dog' }], discriminator }),
  );
}

export const SCHEMA_CASES = toCases([
  [
    'a branch of two unions with other names',
    all(
      union({ propertyName: 'kind' }),
      set(`${SCHEMAS} NewPet properties other`, {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
      }),
    ),
    `${SCHEMAS} NewPet properties other discriminator`,
    /discriminators Another discriminator chooses .*Cat by kind: Cat, this one by kind: cat\./,
  ],
  [
    'a property that every object inherits',
    set(`${SCHEMAS} NewPet properties toString`, STRING),
    `${SCHEMAS} NewPet properties toString`,
    /parse-error Every object of JavaScript has the name toString\./,
  ],
  [
    'a misspelt keyword',
    set(`${NAME} maxLenght`, 5),
    `${NAME} maxLenght`,
    /struct Property `maxLenght` is not expected here/,
  ],
  keyword(
    'nullable',
    { type: 'string', nullable: true },
    /struct Property `nullable` .*type: \[string, 'null'\]/,
  ),
  keyword('xml', { type: 'string', xml: { name: 'a' } }, /refused-fields `xml` .*bodies are JSON/),
  keyword('$id', { $id: 'https://a.example/x', type: 'string' }, NOT_SUPPORTED),
  keyword('$anchor', { type: 'string', $anchor: 'x' }, NOT_SUPPORTED),
  keyword('$dynamicRef', { $dynamicRef: '#x' }, NOT_SUPPORTED),
  keyword('$dynamicAnchor', { type: 'string', $dynamicAnchor: 'x' }, NOT_SUPPORTED),
  keyword(
    '$schema',
    { type: 'string', $schema: 'http://json-schema.org/draft-07/schema#' },
    NOT_SUPPORTED,
  ),
  keyword(
    '$defs',
    { type: 'string', $defs: { A: STRING } },
    /refused-fields `\$defs` .*#\/components\/schemas/,
  ),
  keyword(
    'contentEncoding',
    { type: 'string', contentEncoding: 'base64' },
    /refused-fields .*`format: byte`/,
  ),
  keyword('contentMediaType', { type: 'string', contentMediaType: 'image/png' }, NOT_SUPPORTED),
  keyword(
    'if',
    { ...OBJECT, if: { required: ['kind'] } },
    /refused-fields .*`oneOf` with a `discriminator`/,
  ),
  keyword('dependentSchemas', { ...OBJECT, dependentSchemas: { kind: OBJECT } }, NOT_SUPPORTED),
  keyword(
    'unevaluatedItems',
    { type: 'array', items: STRING, unevaluatedItems: false },
    NOT_SUPPORTED,
  ),
  [
    'a constraint beside a `$ref`',
    set(`${SCHEMAS} NewPet properties name`, {
      $ref: '#/components/schemas/PetName',
      maxLength: 5,
    }),
    `${SCHEMAS} NewPet properties name maxLength`,
    /reference-siblings `maxLength` beside `\$ref` .*Write `allOf:/,
  ],
  [
    'a field beside a `$ref` to a parameter',
    set('paths /pets get parameters 0', { $ref: '#/components/parameters/Limit', required: true }),
    'paths /pets get parameters 0 required',
    /spec-ref-siblings/,
  ],
  [
    'no type',
    set(NEW, { description: 'Anything.' }),
    `${NEW} description`,
    /keyword-types The schema must have a `type`/,
  ],
  [
    'a property that is `true`',
    set(NEW, true),
    NEW,
    /keyword-types The property extra must have a schema/,
  ],
  [
    'an array without items',
    set(NEW, { type: 'array' }),
    `${NEW} type`,
    /keyword-types An array must have `items`/,
  ],
  [
    'an object without properties',
    set(NEW, { type: 'object' }),
    `${NEW} type`,
    /keyword-types An object must have `properties`/,
  ],
  keyword(
    'pattern',
    { type: 'integer', pattern: '^a$' },
    /keyword-types `pattern` has no effect on type integer\. Remove it/,
  ),
  keyword(
    'maximum',
    { type: 'string', maximum: 3 },
    /keyword-types `maximum` has no effect on type string/,
  ),
  keyword(
    'maxItems',
    { type: 'object', properties: {}, additionalProperties: false, maxItems: 3 },
    /keyword-types/,
  ),
  [
    'a composition that refuses its own properties',
    set(NEW, { allOf: [OBJECT, { type: 'object', properties: { size: STRING } }] }),
    `${NEW} allOf`,
    /open-branches .*refuses the property size of another part\. Remove it there/,
  ],
  keyword(
    'format',
    { type: 'string', format: 'emial' },
    /formats The format `emial` is not validated\. Use one of int32, /,
  ),
  [
    'the format binary',
    set(NEW, { type: 'string', format: 'binary' }),
    `${NEW} format`,
    /formats The format `binary`/,
  ],
  [
    'the format int64 of a string',
    set(NEW, { type: 'string', format: 'int64' }),
    `${NEW} format`,
    /formats .*`type: integer`/,
  ],
  [
    'the format int64 of a number',
    set(NEW, { type: 'number', format: 'int64' }),
    `${NEW} format`,
    /formats .*`type: integer`/,
  ],
  [
    'the format date of an integer',
    set(NEW, { type: 'integer', format: 'date' }),
    `${NEW} format`,
    /formats .*`type: string`/,
  ],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((bound) =>
    keyword(
      bound,
      { type: 'integer', format: 'int64', [bound]: 9223372036854775807n },
      /exact-numbers JavaScript rounds .*±9007199254740991, or drop it: `format: int64` limits itself/,
    ),
  ),
  keyword(
    'enum',
    { type: 'integer', format: 'int64', enum: [1, 9007199254740993n] },
    /exact-numbers JavaScript rounds a number in `enum`/,
  ),
  keyword(
    'const',
    { type: 'integer', format: 'int64', const: 9007199254740993n },
    /exact-numbers .*`const`/,
  ),
  keyword(
    'default',
    { type: 'integer', format: 'int64', default: 9007199254740993n },
    /exact-numbers .*`default`/,
  ),
  keyword(
    'multipleOf',
    { type: 'number', multipleOf: 0.1 },
    /exact-numbers `multipleOf` must be an integer above 0.*such as cents/,
  ),
  keyword(
    'minLength',
    { type: 'string', minLength: 5, maxLength: 4 },
    /satisfiable-bounds No value is valid: `minLength` is above `maxLength`/,
  ),
  [
    'an empty enum',
    set(NEW, { type: 'string', enum: [] }),
    `${NEW} enum`,
    /satisfiable-bounds .*`enum` is empty/,
  ],
  [
    'an enum with a value twice',
    set(NEW, { type: 'string', enum: ['a', 'a'] }),
    `${NEW} enum 1`,
    /no-duplicated-enum-values/,
  ],
  [
    'an enum of another type',
    set(NEW, { type: 'integer', enum: ['a'] }),
    `${NEW} enum 0`,
    /no-enum-type-mismatch/,
  ],
  [
    'an example of a request with a `readOnly` property',
    all(
      set(NEW, { type: 'string', readOnly: true }),
      set('paths /pets post requestBody content application/json example extra', 'a'),
    ),
    'paths /pets post requestBody content application/json example extra',
    /valid-examples .*\/extra is `readOnly` or `writeOnly`/,
  ],
  [
    'a discriminator that can be null',
    union({ propertyName: 'kind' }, CAT, { type: 'null' }),
    `${NEW} oneOf 0`,
    /discriminators .*must be a `\$ref`/,
  ],
  [
    'a default in an alternative',
    set(NEW, {
      anyOf: [
        { ...OBJECT, properties: { kind: { type: 'string', default: 'a' } } },
        { type: 'integer' },
      ],
    }),
    `${NEW} anyOf 0`,
    /schema-constructs The alternative has a default.*remove the default/,
  ],
  [
    'multiples of 64-bit integers',
    set(NEW, { type: 'integer', format: 'int64', multipleOf: 5 }),
    `${NEW} multipleOf`,
    /schema-constructs `multipleOf` would be compared with a rounded number/,
  ],
  [
    'a reference to an address',
    set(`${SCHEMAS} Pets items $ref`, 'https://a.example/pet.yaml'),
    `${SCHEMAS} Pets items $ref`,
    /file-references /,
  ],
  [
    'alternatives that overlap',
    set(NEW, { oneOf: [{ type: 'integer' }, { type: 'number' }] }),
    `${NEW} oneOf`,
    /no-illogical-composition-keywords .*must be mutually exclusive/,
  ],
  [
    'a default that is not valid',
    set(NEW, { type: 'integer', maximum: 5, default: 6 }),
    `${NEW} default`,
    /valid-examples The example is not valid for its schema: must be <= 5/,
  ],
  [
    'a required property that is not declared',
    add(`${SCHEMAS} NewPet required`, 'colour'),
    `${SCHEMAS} NewPet required`,
    /no-required-schema-properties-undefined/,
  ],
  [
    '`readOnly` with `writeOnly`',
    set(NEW, { type: 'string', readOnly: true, writeOnly: true }),
    `${NEW} writeOnly`,
    /read-write-properties No message has the property/,
  ],
  [
    '`readOnly` of a schema that is no property',
    set(NEW, { type: 'array', items: { type: 'string', readOnly: true } }),
    `${NEW} items readOnly`,
    /read-write-properties `readOnly` has an effect only on a property/,
  ],
  [
    'the format int64 of two types',
    set(NEW, { type: ['integer', 'string'], format: 'int64' }),
    `${NEW} format`,
    /formats .*`type: integer`/,
  ],
  [
    'unique 64-bit integers',
    set(NEW, { type: 'array', items: INT64, uniqueItems: true }),
    `${NEW} uniqueItems`,
    /unique-items `uniqueItems` does not tell large 64-bit integers apart/,
  ],
  [
    'unique objects with 64-bit integers',
    set(NEW, { type: 'array', items: { $ref: '#/components/schemas/Order' }, uniqueItems: true }),
    `${NEW} uniqueItems`,
    /unique-items/,
  ],
  pattern('^[^\\p{Cc}\\p{Cs}]*$', /portable-pattern .*\\p\{Cc\} needs the flag `u`.*`\[\^\\x00-/),
  pattern('^\\u{1F98A}$', /portable-pattern .*\\u\{1F98A\}/),
  pattern('^[^\\u0000-\\u001f]*$', /portable-pattern .*Write `\\xHH`/),
  pattern('^[\u{1F98A}]$', /portable-pattern .*above U\+FFFF/),
  pattern('^.{1,5}$', /portable-pattern .*half of an emoji.*`maxLength`/),
  pattern('^[^a]$', /portable-pattern .*half of an emoji/),
  pattern('^(?=a)a$', /portable-pattern .*`\(\?=…`/),
  pattern('(?<!b)a$', /portable-pattern .*`\(\?<!…`/),
  pattern('^(?<year>[0-9]{4})$', /portable-pattern .*plain groups/),
  pattern('^(a)\\1$', /portable-pattern .*\\1/),
  pattern('^[a-z&&b]$', /portable-pattern .*`&&`/),
  pattern('^[[a]$', /portable-pattern .*class of its own/),
  pattern('^a{1001}$', /portable-pattern .*up to 1000/),
  pattern('^(a+)+$', /safe-pattern .*backtracking/),
  pattern('^(a$', /safe-pattern .*does not compile/),
  [
    'a property name pattern that is not portable',
    set(NEW, {
      type: 'object',
      patternProperties: { '^\\p{L}+$': STRING },
      additionalProperties: false,
    }),
    `${NEW} patternProperties ^\\p{L}+$`,
    /portable-pattern /,
  ],
  [
    'a discriminator alone',
    set(`${SCHEMAS} Pet discriminator`, { propertyName: 'name' }),
    `${SCHEMAS} Pet discriminator`,
    /discriminators A discriminator stands beside `oneOf` or `anyOf`/,
  ],
  [
    'a discriminator for schemas that extend with `allOf`',
    all(
      set(`${SCHEMAS} Cat`, { allOf: [{ $ref: '#/components/schemas/Animal' }] }),
      set(`${SCHEMAS} Animal`, {
        type: 'object',
        required: ['kind'],
        properties: { kind: STRING },
        discriminator: { propertyName: 'kind' },
      }),
    ),
    `${SCHEMAS} Animal discriminator`,
    /discriminators .*Declare a schema with `oneOf`/,
  ],
  [
    'an inline branch beside a discriminator',
    union({ propertyName: 'kind' }, CAT, CAT),
    `${NEW} oneOf 0`,
    /discriminators .*must be a `\$ref` to a schema under components/,
  ],
  [
    'a branch that does not require the property',
    union({ propertyName: 'kind' }, OBJECT),
    `${NEW} oneOf 0`,
    /discriminators #\/components\/schemas\/Cat must be an object that has the property kind, a string, and requires it/,
  ],
  [
    'a branch that is no object',
    union({ propertyName: 'kind' }, STRING),
    `${NEW} oneOf 0`,
    /discriminators .*must be an object/,
  ],
  [
    'a mapping to a schema that is no branch',
    union({ propertyName: 'kind', mapping: { cat: '#/components/schemas/Pet' } }),
    `${NEW} discriminator mapping cat`,
    /discriminators #\/components\/schemas\/Pet is not a branch of this schema\. Map cat to one of/,
  ],
  [
    'a branch that cannot have its name',
    union(
      { propertyName: 'kind' },
      { ...CAT, properties: { kind: { type: 'string', const: 'cat' } } },
    ),
    `${NEW} discriminator`,
    /discriminators .*can be cat, but the discriminator looks for Cat\. Add a `mapping`/,
  ],
]);
