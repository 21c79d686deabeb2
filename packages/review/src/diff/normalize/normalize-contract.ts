// Canonical form of a contract: schemas are in theirs, and values that equal a default of OpenAPI are left out. Equal
// canonical forms mean the same.
import { isDeepStrictEqual } from 'node:util';
import {
  entriesOf,
  getIn,
  isMethod,
  isObject,
  type JsonObject,
  joinPointer,
  listOf,
  Origins,
} from '@animal-store/spec';
import { normalizeSchema } from './normalize-schema.js';

export interface NormalizedContract {
  document: JsonObject;
  /** The JSON Pointer, in the contract as written, of what stands at a pointer of `document`. */
  originOf(pointer: string): string;
}

/** How names are spelled whose case has no meaning: the first spelling counts, in the base and then in the head. */
export type Spellings = Map<string, string>;

/** @param pointer where the value stands in the contract. */
type Normalize = (value: unknown, pointer: string) => unknown;

export function normalizeContract(document: JsonObject, spellings: Spellings): NormalizedContract {
  const origins = new Origins<string>();
  const schema: Normalize = (value, pointer) =>
    normalizeSchema(value, pointer, { document, origins });

  const spell = (name: string): string => {
    const key = name.toLowerCase();
    const spelling = spellings.get(key) ?? name;
    spellings.set(key, spelling);
    return spelling;
  };

  /** Normalizes the values of these keys, and leaves out what equals a default. References may stand in the place of a part. */
  const part =
    (keys: Record<string, Normalize>, defaults: JsonObject = {}): Normalize =>
    (value, pointer) => {
      if (!isObject(value)) return value;
      const entries = Object.entries(value)
        .map(
          ([key, inner]) => [key, keys[key]?.(inner, joinPointer(pointer, key)) ?? inner] as const,
        )
        .filter(([key, inner]) => !(key in defaults && isDeepStrictEqual(inner, defaults[key])));
      return origins.record('$ref' in value ? { ...value } : Object.fromEntries(entries), pointer);
    };
  const map =
    (normalize: Normalize, rename = (name: string) => name): Normalize =>
    (values, pointer) =>
      Object.fromEntries(
        entriesOf(values).map(([name, value]) => [
          rename(name),
          normalize(value, joinPointer(pointer, name)),
        ]),
      );

  const content = map(part({ schema }), (mediaType) => mediaType.toLowerCase());
  const body = part({ content }, { required: false });
  const header = part(
    { schema },
    { required: false, deprecated: false, style: 'simple', explode: false },
  );
  const response = part({ headers: map(header, spell), content }, { headers: {}, content: {} });
  const parameter: Normalize = (value, pointer) => {
    const usual = getIn(value, 'in') === 'query' ? 'form' : 'simple';
    const defaults = {
      required: false,
      deprecated: false,
      allowEmptyValue: false,
      allowReserved: false,
      style: usual,
      explode: (getIn(value, 'style') ?? usual) === 'form',
    };
    const isHeader = getIn(value, 'in') === 'header';
    const name: Normalize = (written) => (isHeader ? spell(String(written)) : written);
    return part({ schema, name }, defaults)(value, pointer);
  };
  const parameters = (values: unknown, pointer: string) =>
    listOf(values).map((value, index) => parameter(value, joinPointer(pointer, String(index))));

  const pathItem: Normalize = (item, pointer) => {
    if (!isObject(item)) return item;
    const parts = { requestBody: body, responses: map(response), parameters };
    const operation = (value: JsonObject, at: string) =>
      part(parts, { deprecated: false })({ responses: {}, parameters: [], ...value }, at);
    const normalized = Object.entries(item).map(([key, value]) => [
      key,
      isMethod(key) && isObject(value) ? operation(value, joinPointer(pointer, key)) : value,
    ]);
    return origins.record(Object.fromEntries(normalized), pointer);
  };

  const { paths, components } = document;
  const groups: Record<string, Normalize> = {
    schemas: map(schema),
    parameters: map(parameter),
    headers: map(header),
    responses: map(response),
    requestBodies: map(body),
  };
  const normalized = {
    ...document,
    paths: map(pathItem)(paths, '#/paths'),
    ...(components !== undefined && { components: part(groups)(components, '#/components') }),
  };
  const originOf = (pointer: string) => {
    const { origin = '#', rest } = origins.find(normalized, pointer);
    return joinPointer(origin, ...rest);
  };
  return { document: normalized, originOf };
}
