// Places of 64-bit integers in the values of a contract, for clients that have them as strings. All alternatives of a value
// are one place. It imports nothing large, because tests load it too.
import { getIn, isObject, type JsonObject, listOf } from './json.js';
import { factsOf, ownTypes, type Resolve, valuesOf } from './schema-facts.js';

export interface Int64Place {
  /** Whether a number here is a 64-bit integer. */
  isInteger?: true;
  /** Whether a string here may be a text that the contract lists. No such text has digits alone. */
  isText?: true;
  /** Indexes into the list of places, by name; `null` for a part without a 64-bit integer. */
  parts?: Record<string, number | null>;
  /** Of items, and of properties with any other name. */
  others?: number;
}

type Schemas = readonly unknown[];
type Scalar = 'int64' | 'number' | 'text' | 'listed text';

export class Int64Places {
  readonly list: Int64Place[] = [];
  /** JSON Pointers to 64-bit integers where a result may have another number, or where a body may have any text. */
  readonly conflicts = { number: new Set<string>(), text: new Set<string>() };
  readonly #indexes = new Map<string, number | null>();
  readonly #resolve: Resolve;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** The index of a value's place; `null` if there is no 64-bit integer in it. @param schemas Of all alternatives. */
  indexOf(schemas: Schemas, path = ''): number | null {
    const key = keyOf(schemas);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.#hasInt64(schemas) ? this.list.push({}) - 1 : null;
    this.#indexes.set(key, index); // before its parts, which may contain it
    if (index !== null) this.list[index] = this.#toPlace(schemas, path);
    return index;
  }

  #toPlace(schemas: Schemas, path: string): Int64Place {
    const scalars = this.#scalarsOf(schemas);
    const isInteger = scalars.has('int64');
    if (isInteger && scalars.has('number')) this.conflicts.number.add(path);
    if (isInteger && scalars.has('text')) this.conflicts.text.add(path);
    const { named, others } = this.#partsOf(schemas);
    // The type of an index signature has the types of the properties beside it.
    const isNumbers = this.#scalarsOf(others).has('number');
    if (isNumbers && named.some(([, part]) => this.#scalarsOf(part).has('int64')))
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

  /** At any depth. */
  #hasInt64(schemas: Schemas): boolean {
    const found = new Map([[keyOf(schemas), schemas]]);
    for (const all of found.values()) {
      if (this.#scalarsOf(all).has('int64')) return true;
      const { named, others } = this.#partsOf(all);
      for (const part of [others, ...named.map(([, own]) => own)]) found.set(keyOf(part), part); // grows during the iteration
    }
    return false;
  }

  /** The schemas of a value's parts. For a schema that does not declare a name, those of its others. */
  #partsOf(schemas: Schemas) {
    const tables = this.#alternativesOf(schemas).map((schema) => {
      const { items, additionalProperties, properties } = schema;
      const others = [items, additionalProperties].filter(
        (part) => part === true || isObject(part),
      );
      return { named: Object(properties) as JsonObject, others };
    });
    const names = new Set(tables.flatMap(({ named }) => Object.keys(named)));
    const named = Array.from(names, (name) => {
      const parts = tables.flatMap((table) =>
        Object.hasOwn(table.named, name) ? table.named[name] : table.others,
      );
      return [name, parts] as const;
    });
    return { named, others: tables.flatMap(({ others }) => others) };
  }

  #scalarsOf(schemas: Schemas): ReadonlySet<Scalar> {
    const isAnything = schemas.some((schema) => factsOf(schema, this.#resolve).types === undefined);
    const scalars = new Set<Scalar>(isAnything ? ['text'] : []);
    for (const schema of this.#alternativesOf(schemas)) {
      const values = valuesOf(schema);
      const types = ownTypes(schema, values) ?? new Set();
      // The generated type of an enumeration has its values, which are numbers.
      if (types.has('int64') && !values) scalars.add('int64');
      else if (types.has('number') || types.has('integer') || types.has('int64'))
        scalars.add('number');
      if (!types.has('string')) continue;
      scalars.add(values && !values.some(isDigits) ? 'listed text' : 'text');
    }
    return scalars;
  }

  /** The schemas, their references, and what `allOf`, `anyOf` and `oneOf` have, at any depth. */
  #alternativesOf(schemas: Schemas): JsonObject[] {
    const found = new Set(schemas);
    for (const schema of found) {
      const reference = getIn(schema, '$ref');
      if (typeof reference === 'string') found.add(this.#resolve(reference)); // grows during the iteration
      for (const keyword of ['allOf', 'anyOf', 'oneOf'])
        for (const part of listOf(getIn(schema, keyword))) found.add(part);
    }
    return [...found].filter(isObject);
  }
}

/** A reference is the same place wherever it stands. */
function keyOf(schemas: Schemas): string {
  return JSON.stringify(schemas.map((schema) => getIn(schema, '$ref') ?? schema));
}

function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}
