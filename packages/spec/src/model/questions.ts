// Questions about schemas that several readers ask. Each is answered here once.
import { objectOf } from '../json.js';
import { decodeReference, formatPointer, joinPointer } from '../json-pointer.js';
import type { Body, Carrier, Operation, Reply } from './contract.js';
import type {
  Deprecation,
  Discriminator,
  Edge,
  Notes,
  Pointer,
  Schema,
  TypeName,
} from './schema.js';

/** The types of JSON: an integer is a number. */
export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

/** The only values of a schema; undefined if it has neither `const` nor `enum`. */
export function valuesOf({
  constant,
  enum: values,
}: Pick<Schema, 'constant' | 'enum'>): readonly unknown[] | undefined {
  return constant === undefined ? values : [constant.value];
}

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return JSON_TYPES.find((type) => type === typeof value) ?? 'object';
}

/** The narrowest type that a schema can declare for a value. */
export function typeOfValue(value: unknown): TypeName {
  return Number.isInteger(value) ? 'integer' : jsonTypeOf(value);
}

export function toJsonType(type: TypeName): JsonType {
  return type === 'integer' ? 'number' : type;
}

/** The declared type; undefined if none or several are declared. */
export function onlyTypeOf({ types }: Schema): TypeName | undefined {
  return types?.length === 1 ? types[0] : undefined;
}

/** The schemas that a value must satisfy as well: of the reference beside keywords, and of `allOf`. */
export function partsOf({ reference, allOf }: Schema): readonly Edge[] {
  return reference === undefined ? allOf : [reference, ...allOf];
}

/** The branches of both unions. */
export function branchesOf({ oneOf, anyOf }: Schema): readonly Edge[] {
  return [...(oneOf?.branches ?? []), ...(anyOf?.branches ?? [])];
}

/** The place itself, its parts, and the parts of those: a value must satisfy all of them. Each schema once. */
export function conjunctsOf(edge: Edge, seen = new Set<Schema>()): Edge[] {
  if (seen.has(edge.schema)) return [];
  seen.add(edge.schema);
  return [edge, ...partsOf(edge.schema).flatMap((part) => conjunctsOf(part, seen))];
}

/** The place itself, its parts and its branches, at any depth: all that may say something of the value. Each schema once. */
export function describersOf(edge: Edge, seen = new Set<Schema>()): Edge[] {
  if (seen.has(edge.schema)) return [];
  seen.add(edge.schema);
  const inner = [...partsOf(edge.schema), ...branchesOf(edge.schema)];
  return [edge, ...inner.flatMap((one) => describersOf(one, seen))];
}

/** The types that a value may have. */
export function jsonTypesOf({ schema }: Edge, seen: readonly Schema[] = []): JsonType[] {
  if (seen.includes(schema)) return [...JSON_TYPES];
  if (schema.isNever) return [];
  const read = (inner: Edge) => jsonTypesOf(inner, [...seen, schema]);
  const limits = [ownTypesOf(schema), ...partsOf(schema).map(read)];
  for (const union of [schema.oneOf, schema.anyOf])
    if (union !== undefined && union.branches.length > 0) limits.push(union.branches.flatMap(read));
  return JSON_TYPES.filter((type) => limits.every((limit) => limit.includes(type)));
}

function ownTypesOf(schema: Schema): readonly JsonType[] {
  const declared = schema.types?.map(toJsonType) ?? JSON_TYPES;
  const found = valuesOf(schema)?.map(jsonTypeOf);
  return found === undefined ? declared : declared.filter((type) => found.includes(type));
}

/** The schemas of a property, in the schema itself and in its parts. */
export function propertyOf(edge: Edge, name: string): Edge[] {
  return conjunctsOf(edge).flatMap(({ schema }) => schema.properties?.get(name) ?? []);
}

/** The names that the schema and its parts declare. */
export function propertyNames(edge: Edge): string[] {
  const names = conjunctsOf(edge).flatMap(({ schema }) => [...(schema.properties?.keys() ?? [])]);
  return [...new Set(names)];
}

/** Whether the schema or one of its parts requires the property. */
export function requires(edge: Edge, name: string): boolean {
  return conjunctsOf(edge).some(({ schema }) => schema.required.includes(name));
}

/** Whether requests do not have the value. */
export function isReadOnly(edge: Edge): boolean {
  return notesOf(edge).some((notes) => notes.isReadOnly);
}

/** Whether replies do not have the value. */
export function isWriteOnly(edge: Edge): boolean {
  return notesOf(edge).some((notes) => notes.isWriteOnly);
}

/** The default of the place or, without one, of the first part that has one. */
export function defaultOf(edge: Edge): unknown {
  return notesOf(edge).find((notes) => notes.default !== undefined)?.default;
}

/** What stands beside the reference or, without it, at the schema. */
export function descriptionOf({ notes, schema }: Edge): string | undefined {
  return notes.description ?? schema.notes.description;
}

/** The deprecation of a property: it stands beside the reference, or at a schema in its place. */
export function deprecationOf({ notes, schema, component }: Edge): Deprecation | undefined {
  return component === undefined ? schema.notes.deprecation : notes.deprecation;
}

/** What stands beside the references of a place and of its parts, and at their schemas, in this order. */
function notesOf(edge: Edge): Notes[] {
  return conjunctsOf(edge).flatMap(({ notes, schema }) => [notes, schema.notes]);
}

/** The values of a discriminator's property that select a branch. Source: OpenAPI 3.1, Discriminator Object. */
export function selectingValues({ component }: Edge, { mapping }: Discriminator): string[] {
  if (component === undefined) return [];
  const mapped = [...mapping].filter(([, target]) => isReferenceTo(component, target));
  return mapped.length > 0 ? mapped.map(([value]) => value) : [component];
}

/** Whether the target of a mapping, a reference or a name, is the component. */
export function isReferenceTo(component: string, target: string): boolean {
  return (
    target === component ||
    decodeReference(target) === formatPointer('components', 'schemas', component)
  );
}

/** The first content of a body or a reply: the service serves one; undefined if there is none. */
export function contentOf(
  message: Body | Reply | undefined,
): { mediaType: string; media: Carrier } | undefined {
  for (const [mediaType, media] of message?.content ?? []) return { mediaType, media };
  return undefined;
}

/** The schema of the only successful reply; undefined if there are several, or it has no body. */
export function resultSchema({ replies }: Operation): Edge | undefined {
  const successes = [...replies].filter(([status]) => status.startsWith('2'));
  const [success] = successes;
  return successes.length === 1 ? contentOf(success?.[1].value)?.media.schema : undefined;
}

/** The errors that an operation declares, by the examples of its responses. */
export function errorsOf({ replies }: Operation) {
  return [...replies].flatMap(([status, { value }]) => (status < '400' ? [] : errorsIn(value)));
}

/** The bodies with a code in the examples of an error response, each with its place. */
export function errorsIn({ content }: Reply) {
  const examples = content.get('application/json')?.examples ?? [];
  return examples.flatMap(({ at, name, value }) => {
    const { code, message, status } = objectOf(value);
    const body = { at: name === undefined ? at : joinPointer(at, 'value'), value };
    return typeof code === 'string' ? [{ ...body, code, message, status }] : [];
  });
}

/** The default and the examples at a schema or beside a reference, each with its place. */
export function givenValuesOf({ at, notes }: Pick<Edge, 'at' | 'notes'>): GivenValue[] {
  const { examples, hasExample } = notes;
  const placeOf = (index: number) =>
    hasExample && index === 0 ? ['example'] : ['examples', `${index - Number(hasExample)}`];
  const given = examples.map((value, index) => ({ at: joinPointer(at, ...placeOf(index)), value }));
  if (notes.default === undefined) return given;
  return [{ at: joinPointer(at, 'default'), value: notes.default }, ...given];
}

export interface GivenValue {
  at: Pointer;
  value: unknown;
}
