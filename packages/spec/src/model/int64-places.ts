// Places of 64-bit integers in the values of a contract, for clients that have them as strings. All alternatives of a value
// are one place.
import type { Int64Place } from '@animal-store/core/int64';
import {
  branchesOf,
  JSON_TYPES,
  type JsonType,
  jsonTypeOf,
  jsonTypesOf,
  partsOf,
  toJsonType,
  valuesOf,
} from './questions.js';
import type { Edge, Schema } from './schema.js';

type Edges = readonly Edge[];
type Scalar = 'int64' | 'number' | 'text' | 'listed text';

export class Int64Places {
  readonly list: Int64Place[] = [];
  /** JSON Pointers to 64-bit integers where a result may have another number, or where a body may have any text. */
  readonly conflicts = { number: new Set<string>(), text: new Set<string>() };
  readonly #indexes = new Map<string, number | null>();

  /** The index of a value's place; `null` if there is no 64-bit integer in it. @param edges Of all alternatives. */
  indexOf(edges: Edges, path = ''): number | null {
    const key = keyOf(edges);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = hasInt64(edges) ? this.list.push({}) - 1 : null;
    this.#indexes.set(key, index); // before its parts, which may contain it
    if (index !== null) this.list[index] = this.#toPlace(edges, path);
    return index;
  }

  #toPlace(edges: Edges, path: string): Int64Place {
    const scalars = scalarsOf(edges);
    const isInteger = scalars.has('int64');
    if (isInteger && scalars.has('number')) this.conflicts.number.add(path);
    if (isInteger && scalars.has('text')) this.conflicts.text.add(path);
    const { named, others } = partsIn(edges);
    // The type of an index signature has the types of the properties beside it.
    const isNumbers = scalarsOf(others).has('number');
    if (isNumbers && named.some(([, part]) => scalarsOf(part).has('int64')))
      this.conflicts.number.add(`${path}/*`);
    const other = this.indexOf(others, `${path}/*`);
    const parts = named
      .map(([name, part]) => [name, this.indexOf(part, `${path}/${name}`)] as const)
      .filter(([, index]) => index !== null || other !== null);
    return {
      ...(isInteger && { isInteger }),
      ...(isInteger && scalars.has('listed text') && { isText: true }),
      ...(parts.length > 0 && { parts: Object.fromEntries(parts) }),
      ...(other !== null && { others: other }),
    };
  }
}

/** At any depth. */
function hasInt64(edges: Edges): boolean {
  const found = new Map([[keyOf(edges), edges]]);
  for (const all of found.values()) {
    if (scalarsOf(all).has('int64')) return true;
    const { named, others } = partsIn(all);
    for (const part of [others, ...named.map(([, own]) => own)]) found.set(keyOf(part), part); // grows during the iteration
  }
  return false;
}

/** The places of a value's parts. For a schema that does not declare a name, those of its others. */
function partsIn(edges: Edges) {
  const tables = alternativesOf(edges).map(({ properties, items, additional }) => ({
    named: properties,
    others: [items, additional].flatMap((part) => (part?.schema.isNever === false ? part : [])),
  }));
  const names = new Set(tables.flatMap((table) => [...(table.named?.keys() ?? [])]));
  const named = Array.from(names, (name) => {
    const parts = tables.flatMap((table) => table.named?.get(name) ?? table.others);
    return [name, parts] as const;
  });
  return { named, others: tables.flatMap(({ others }) => others) };
}

function scalarsOf(edges: Edges): ReadonlySet<Scalar> {
  const isAnything = edges.some((edge) => jsonTypesOf(edge).length === JSON_TYPES.length);
  const scalars = new Set<Scalar>(isAnything ? ['text'] : []);
  for (const schema of alternativesOf(edges)) {
    const values = valuesOf(schema);
    const types = schema.types?.map(toJsonType) ?? values?.map(jsonTypeOf) ?? [];
    const has = (type: JsonType) =>
      types.includes(type) && values?.some((value) => jsonTypeOf(value) === type) !== false;
    if (has('number')) scalars.add(isInt64(schema) ? 'int64' : 'number');
    if (has('string')) scalars.add(values && !values.some(isDigits) ? 'listed text' : 'text');
  }
  return scalars;
}

/** The generated type of an enumeration has its values, which are numbers. */
function isInt64(schema: Schema): boolean {
  const { format, types = [] } = schema;
  return format === 'int64' && types.includes('integer') && valuesOf(schema) === undefined;
}

/** The schemas, and their parts and branches at any depth. What a reference leads to stands after those beside it. */
function alternativesOf(edges: Edges): Schema[] {
  const queue = [...edges];
  const followed = new Set<Edge>();
  const found = new Set<Schema>();
  for (const edge of queue)
    if (edge.component !== undefined && !followed.has(edge)) {
      followed.add(edge);
      queue.push(edge); // grows during the iteration
    } else if (!found.has(edge.schema)) {
      found.add(edge.schema);
      queue.push(...partsOf(edge.schema), ...branchesOf(edge.schema));
    }
  return [...found];
}

/** Equal for the same schemas wherever they stand. A component is its name. */
function keyOf(edges: Edges): string {
  return JSON.stringify(edges, (key, value: unknown) => {
    if (key === 'at') return undefined;
    if (value instanceof Map) return [...value];
    return isNamed(value) ? value.component : value;
  });
}

function isNamed(value: unknown): value is { component: string } {
  return typeof value === 'object' && value !== null && 'component' in value;
}

function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}
