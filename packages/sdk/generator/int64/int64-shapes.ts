// Int64 shapes of the contract's operations: a number has a 64-bit integer exactly where its generated type is `Int64`.
import type {
  ContractDocument,
  OperationSpec,
  Reference,
  RequestBodyObject,
  ResponseObject,
  Schema,
} from '@animal-store/contract';
import { resolve } from '@animal-store/contract';
import type { Int64Shape, Int64Variant } from '../../src/int64-shape.js';
import { type Int64Shapes, pruneShapes } from './prune-shapes.js';
import {
  type Entry,
  expandSchema,
  type ObjectSchema,
  type SchemaVariant,
} from './schema-variants.js';

type Message = RequestBodyObject | ResponseObject | Reference;

/** Reads every message of an operation that may have a body. */
export function toInt64Shapes(
  specs: readonly OperationSpec[],
  document: ContractDocument,
): Int64Shapes {
  const { shapes, indexOf } = createShapes(document);
  const operations = specs.map(({ id, path, method, successes }) => {
    const operation = document.paths[path]?.[method];
    const messages: [string, Message | undefined][] = [
      ['body', operation?.requestBody],
      ...successes.map(({ status }): [string, Message | undefined] => [
        `${status}`,
        operation?.responses[status],
      ]),
    ];
    const indexes = messages.flatMap(([name, message]) => {
      if (message === undefined) return [];
      const { content = {} } = resolve<RequestBodyObject | ResponseObject>(message, document);
      const [media] = Object.values(content);
      return media?.schema ? [[name, indexOf([media.schema])] as const] : [];
    });
    return [id, Object.fromEntries(indexes)] as const;
  });
  return pruneShapes(shapes, Object.fromEntries(operations));
}

function createShapes(document: ContractDocument) {
  const shapes: Int64Shape[] = [];
  const indexes = new Map<string, number>();
  const numbers = new Map<object, number>();
  const others = new Map<object, Schema>();

  /** @param schemas A value has all of them. One that contains itself is found in the map. */
  function indexOf(schemas: readonly Entry[]): number {
    const key = schemas.map((schema) => numberOf(resolve<Schema>(schema, document))).join();
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const index = shapes.length;
    indexes.set(key, index);
    shapes.push({});
    shapes[index] = toShape(expandSchema({ allOf: schemas }, document));
    return index;
  }

  function numberOf(schema: object): number {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    return number;
  }

  function toShape(variants: readonly SchemaVariant[]): Int64Shape {
    const kinds = variants.map(({ kinds }) => kinds);
    const hasInt64 = kinds.some((found) => found?.has('int64'));
    const hasOther = kinds.some((found) => found?.has('number') && !found.has('int64'));
    const parts = variants.flatMap((variant) => toVariant(variant) ?? []);
    const [only, ...more] = parts;
    return {
      ...(hasInt64 && { number: hasOther ? 'any' : 'int64' }),
      ...(hasInt64 && kinds.some((found) => found?.has('string')) && { isText: true }),
      ...(only && { variants: more.length > 0 ? parts : [withoutTests(only)] }),
    };
  }

  /** Undefined for a value that has no parts. */
  function toVariant({ schemas, ...tests }: SchemaVariant): Int64Variant | undefined {
    const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
    const lists = schemas.filter(({ items, prefixItems }) => items ?? prefixItems);
    const maps = schemas.flatMap<Entry>((schema) => othersOf(schema) ?? []);
    if (names.size + lists.length + maps.length === 0) return undefined;
    const items = lists.flatMap<Entry>(({ items: schema }) =>
      typeof schema === 'object' ? schema : [],
    );
    const prefixLength = Math.max(0, ...lists.map(({ prefixItems = [] }) => prefixItems.length));
    const properties = [...names].map((name) => {
      const declared = schemas.flatMap<Entry>((schema) => schema.properties?.[name] ?? []);
      return [name, indexOf(declared)] as const;
    });
    return {
      ...(items.length > 0 && { items: indexOf(items) }),
      ...(prefixLength > 0 && {
        prefixItems: Array.from({ length: prefixLength }, (_, position) =>
          indexOf(lists.flatMap<Entry>(({ prefixItems }) => prefixItems?.[position] ?? [])),
        ),
      }),
      ...(names.size > 0 && { properties: Object.fromEntries(properties) }),
      ...(maps.length > 0 && { others: indexOf(maps) }),
      required: tests.required,
      ...(tests.isClosed && { known: [...names] }),
      values: tests.values,
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
