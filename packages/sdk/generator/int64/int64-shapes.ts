// Int64 shapes of the contract's operations: a number has a 64-bit integer exactly where its generated type is `Int64`.
import type { ContractDocument, OperationSpec, Schema } from '@animal-store/contract';
import { mediaOf, resolve } from '@animal-store/contract';
import type { Int64Shape, Int64Variant, OperationInt64s } from '../../src/int64-shape.js';
import {
  type Entry,
  expandSchema,
  type ObjectSchema,
  type SchemaVariant,
} from './schema-variants.js';

/** Undefined for a value without a 64-bit integer. @param schemas The value has all of them. */
type IndexOf = (schemas: readonly Entry[]) => number | undefined;

export interface Int64Shapes {
  shapes: readonly Int64Shape[];
  operations: Readonly<Record<string, OperationInt64s>>;
}

/** The places of 64-bit integers, for a client whose results have them as strings. */
export function renderInt64Shapes({ shapes, operations }: Int64Shapes): string {
  const rows = (list: readonly string[]) => list.map((row) => `  ${row},\n`).join('');
  const places = Object.entries(operations).map(([id, spec]) => `${id}: ${JSON.stringify(spec)}`);
  return `import type { Int64Shape, OperationInt64s } from '../src/int64-shape.js';

export const INT64_SHAPES: readonly Int64Shape[] = [
${rows(shapes.map((shape) => JSON.stringify(shape)))}];

export const OPERATION_INT64S: Readonly<Record<string, OperationInt64s>> = {
${rows(places)}};
`;
}

/** Reads every message of an operation that may have a body. */
export function toInt64Shapes(
  specs: readonly OperationSpec[],
  document: ContractDocument,
): Int64Shapes {
  const { shapes, indexOf } = createShapes(document);
  const operations = specs.map(({ id, path, method, successes }) => {
    const operation = document.paths[path]?.[method];
    const messages: (readonly [string, Parameters<typeof mediaOf>[0]])[] = [
      ['body', operation?.requestBody],
      ...successes.map(({ status }) => [`${status}`, operation?.responses[status]] as const),
    ];
    const indexes = messages.flatMap(([name, message]) => {
      const { schema } = mediaOf(message, document) ?? {};
      const index = schema && indexOf([schema]);
      return index === undefined ? [] : [[name, index] as const];
    });
    return [id, Object.fromEntries(indexes)] as const;
  });
  return { shapes, operations: Object.fromEntries(operations) };
}

function createShapes(document: ContractDocument) {
  const shapes: Int64Shape[] = [];
  const indexes = new Map<string, number | undefined>();
  const numbers = new Map<object, number>();
  const others = new Map<object, Schema>();

  /** A value that contains itself is found in the map. */
  function indexOf(schemas: readonly Entry[]): number | undefined {
    const key = keyOf(schemas);
    if (indexes.has(key)) return indexes.get(key);
    const index = hasInt64(key, schemas) ? shapes.push({}) - 1 : undefined;
    indexes.set(key, index);
    if (index !== undefined) shapes[index] = toShape(schemas, indexOf);
    return index;
  }

  function keyOf(schemas: readonly Entry[]): string {
    return schemas
      .map((entry) => {
        const schema = resolve<Schema>(entry, document);
        const number = numbers.get(schema) ?? numbers.size;
        numbers.set(schema, number);
        return number;
      })
      .join();
  }

  /** Whether the value has a 64-bit integer, at any depth. */
  function hasInt64(key: string, schemas: readonly Entry[]): boolean {
    const found = new Map([[key, schemas]]); // grows during the iteration
    const add: IndexOf = (inner) => void found.set(keyOf(inner), inner);
    for (const all of found.values()) if (toShape(all, add).number !== undefined) return true;
    return false;
  }

  function toShape(schemas: readonly Entry[], indexOf: IndexOf): Int64Shape {
    const variants = expandSchema({ allOf: schemas }, document);
    const kinds = variants.map(({ kinds }) => kinds);
    const hasInt64 = kinds.some((all) => all?.has('int64'));
    const hasOther = kinds.some((all) => all?.has('number') && !all.has('int64'));
    const found: number[] = [];
    const find: IndexOf = (inner) => {
      const index = indexOf(inner);
      if (index !== undefined) found.push(index);
      return index;
    };
    const parts = variants.flatMap((variant) => toVariant(variant, find) ?? []);
    const [only, ...more] = parts;
    return {
      ...(hasInt64 && { number: hasOther ? 'any' : 'int64' }),
      ...(hasInt64 && kinds.some((all) => all?.has('string')) && { isText: true }),
      ...(only && found.length > 0 && { variants: more.length > 0 ? parts : [withoutTests(only)] }),
    };
  }

  /**
   * Undefined for a value that has no parts. A variant without integers stays beside others, so that a value of its form is
   * not taken for one of them.
   */
  function toVariant(
    { schemas, ...tests }: SchemaVariant,
    indexOf: IndexOf,
  ): Int64Variant | undefined {
    const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
    const lists = schemas.filter(({ items, prefixItems }) => items ?? prefixItems);
    const maps = schemas.flatMap<Entry>((schema) => othersOf(schema) ?? []);
    if (names.size + lists.length + maps.length === 0) return undefined;
    const properties = [...names].flatMap((name) => {
      const index = indexOf(schemas.flatMap<Entry>((schema) => schema.properties?.[name] ?? []));
      return index === undefined ? [] : [[name, index] as const];
    });
    const items = indexOf(
      lists.flatMap<Entry>(({ items: schema }) => (typeof schema === 'object' ? schema : [])),
    );
    const prefixLength = Math.max(0, ...lists.map(({ prefixItems = [] }) => prefixItems.length));
    const prefixItems = Array.from(
      { length: prefixLength },
      (_, position) =>
        indexOf(lists.flatMap<Entry>(({ prefixItems }) => prefixItems?.[position] ?? [])) ?? null,
    );
    const other = indexOf(maps);
    return {
      ...(items !== undefined && { items }),
      ...(prefixLength > 0 && { prefixItems }),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(other !== undefined && { others: other }),
      ...(tests.required.length > 0 && { required: tests.required }),
      ...(tests.isClosed && { known: [...names] }),
      ...(Object.keys(tests.values).length > 0 && { values: tests.values }),
    };
  }

  /** As in the generated type, whose index signature allows the types of all properties. */
  function othersOf(schema: ObjectSchema): Schema | undefined {
    const { properties = {}, patternProperties = {}, additionalProperties } = schema;
    const own = Object.values(patternProperties);
    if (typeof additionalProperties === 'object') own.push(additionalProperties);
    if (own.length === 0) return undefined;
    const union = others.get(schema) ?? { anyOf: [...own, ...Object.values(properties)] };
    others.set(schema, union);
    return union;
  }

  return { shapes, indexOf };
}

function withoutTests({ required, known, values, ...variant }: Int64Variant): Int64Variant {
  return variant;
}
