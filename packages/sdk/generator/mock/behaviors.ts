// Mock behaviors: which operations list, create and retrieve the items of a resource, by the shape of the contract.
//
//   GET  /pets          returns an array of objects with an integer `id`   list of the resource `pets`
//   POST /pets          has a body, and returns one such object            create
//   GET  /pets/{petId}  returns one such object                            get
//
// All other operations are answered by the contract's examples.
import {
  type ContractDocument,
  type OperationSpec,
  type Reference,
  resolve,
  resultSchema,
  type Schema,
} from '@animal-store/contract';
import type { Behavior, ExampleReply } from '../../src/testing/mock-contract.js';

interface ItemSchema extends Schema {
  properties?: Readonly<Record<string, ItemSchema | Reference>>;
  required?: readonly string[];
  items?: ItemSchema | Reference;
  writeOnly?: boolean;
}

/** Options of the mock that are not resources. */
const OPTIONS = ['quota'];

/** The items of a listing. */
interface Resource {
  name: string;
  list: OperationSpec;
  item: ItemSchema;
}

export interface Behaviors {
  resources: readonly Resource[];
  behaviorOf(spec: OperationSpec, reply: ExampleReply): Behavior | undefined;
}

export function readBehaviors(
  specs: readonly OperationSpec[],
  document: ContractDocument,
): Behaviors {
  const resources = specs.flatMap((spec) => readResource(spec, document));
  const names = resources.map(({ name }) => name);
  const unique = resources.filter(
    ({ name }, index) => names.indexOf(name) === index && !OPTIONS.includes(name),
  );
  return {
    resources: unique,
    behaviorOf(spec, reply) {
      for (const resource of unique) {
        const behavior = behaviorIn(resource, spec, reply, document);
        if (behavior !== undefined) return behavior;
      }
      return undefined;
    },
  };
}

function readResource(spec: OperationSpec, document: ContractDocument): Resource[] {
  const [name] = spec.path.split('/').slice(-1);
  if (spec.method !== 'get' || spec.path.includes('{') || !name) return [];
  const { items }: ItemSchema = resultSchema(spec, document) ?? {};
  const item = items && resolve<ItemSchema>(items, document);
  if (item === undefined || !hasIntegerId(item, document)) return [];
  return [
    { name: name.replace(/\W+(.)?/g, (_, next = '') => next.toUpperCase()), list: spec, item },
  ];
}

function behaviorIn(
  { name: resource, list, item }: Resource,
  spec: OperationSpec,
  reply: ExampleReply,
  document: ContractDocument,
): Behavior | undefined {
  const properties = Object.entries(item.properties ?? {});
  if (spec === list) {
    const query = spec.parameters.filter((parameter) => parameter.in === 'query');
    const isPaged = ['limit', 'cursor'].every((name) => query.some((one) => one.name === name));
    const filters = query.filter(({ name }) => item.properties?.[name] !== undefined);
    return {
      kind: 'list',
      resource,
      filters: filters.map(({ name, list: format }) => ({
        name,
        ...(format === 'repeated' && { isRepeated: true }),
      })),
      isPaged,
    };
  }
  if (resultSchema(spec, document) !== item) return undefined;
  if (spec.method === 'post' && spec.path === list.path && spec.body !== undefined) {
    const isClosed = !['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in item);
    const names = properties
      .filter(([, property]) => resolve<ItemSchema>(property, document).writeOnly !== true)
      .map(([name]) => name);
    return {
      kind: 'create',
      resource,
      ...(isClosed && { properties: names }),
      fill: pick(
        reply.body,
        (item.required ?? []).filter((name) => isAssigned(name, spec)),
      ),
    };
  }
  const [, parameter] = /^\/\{([^}]+)\}$/.exec(spec.path.slice(list.path.length)) ?? [];
  if (spec.method !== 'get' || !spec.path.startsWith(list.path) || parameter === undefined)
    return undefined;
  return { kind: 'get', resource, parameter };
}

/** Whether the service assigns the property: no request has it. */
function isAssigned(name: string, { body }: OperationSpec): boolean {
  return name !== 'id' && body?.properties?.includes(name) !== true;
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

function hasIntegerId({ properties = {} }: ItemSchema, document: ContractDocument): boolean {
  const { id } = properties;
  return id !== undefined && resolve<ItemSchema>(id, document).type === 'integer';
}
