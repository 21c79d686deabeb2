// Mock behaviors: which operations list, create and retrieve the items of a resource, by the shape of the contract.
//
//   GET  /pets          returns an array of objects with an integer `id`   list of the resource `pets`
//   POST /pets          has a body, and returns one such object            create
//   GET  /pets/{petId}  returns one such object                            get
//
// All other operations are answered by the contract's examples.
import type { OperationSpec } from '@animal-store/contract';
import {
  branchesOf,
  type Contract,
  isWriteOnly,
  onlyTypeOf,
  partsOf,
  type Schema,
} from '@animal-store/spec/model';
import { resultSchema } from '@animal-store/spec/outputs';
import type { Behavior, ExampleReply } from '../../src/testing/mock-contract.js';

/** Options of the mock that are not resources. */
const OPTIONS = ['quota'];

/** The items of a listing. */
interface Resource {
  name: string;
  list: OperationSpec;
  item: Schema;
}

export interface Behaviors {
  resources: readonly Resource[];
  behaviorOf(spec: OperationSpec, reply: ExampleReply): Behavior | undefined;
}

export function readBehaviors(
  specs: readonly OperationSpec[],
  { operations }: Contract,
): Behaviors {
  const results = new Map(
    operations.map((operation) => [operation.id, resultSchema(operation)?.schema]),
  );
  const resources = specs.flatMap((spec) => readResource(spec, results.get(spec.id)));
  const names = resources.map(({ name }) => name);
  const unique = resources.filter(
    ({ name }, index) => names.indexOf(name) === index && !OPTIONS.includes(name),
  );
  return {
    resources: unique,
    behaviorOf(spec, reply) {
      for (const resource of unique) {
        const behavior = behaviorIn(resource, spec, results.get(spec.id), reply);
        if (behavior !== undefined) return behavior;
      }
      return undefined;
    },
  };
}

function readResource(spec: OperationSpec, result: Schema | undefined): Resource[] {
  const [name] = spec.path.split('/').slice(-1);
  if (spec.method !== 'get' || spec.path.includes('{') || !name) return [];
  const item = result?.items?.schema;
  if (item === undefined || !hasIntegerId(item)) return [];
  return [
    { name: name.replace(/\W+(.)?/g, (_, next = '') => next.toUpperCase()), list: spec, item },
  ];
}

function behaviorIn(
  { name: resource, list, item }: Resource,
  spec: OperationSpec,
  result: Schema | undefined,
  reply: ExampleReply,
): Behavior | undefined {
  if (spec === list) {
    const query = spec.parameters.filter((parameter) => parameter.in === 'query');
    const isPaged = ['limit', 'cursor'].every((name) => query.some((one) => one.name === name));
    const filters = query.filter(({ name }) => item.properties?.has(name));
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
  if (result !== item) return undefined;
  if (spec.method === 'post' && spec.path === list.path && spec.body !== undefined) {
    const isClosed = partsOf(item).length === 0 && branchesOf(item).length === 0;
    const properties = [...(item.properties ?? [])];
    const received = properties.filter(([, property]) => !isWriteOnly(property));
    return {
      kind: 'create',
      resource,
      ...(isClosed && { properties: received.map(([name]) => name) }),
      fill: pick(
        reply.body,
        item.required.filter((name) => isAssigned(name, spec)),
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

function hasIntegerId({ properties }: Schema): boolean {
  const id = properties?.get('id');
  return id !== undefined && onlyTypeOf(id.schema) === 'integer';
}
