// Mock behaviors: which operations list, create and retrieve the items of a resource, by the shape of the contract.
//
//   GET  /pets          returns an array of objects with an integer `id`   list of the resource `pets`
//   POST /pets          has a body, and returns one such object            create
//   GET  /pets/{petId}  returns one such object                            get
//
// All other operations are answered by the contract's examples.
import {
  branchesOf,
  type Contract,
  contentOf,
  isWriteOnly,
  type Operation,
  onlyTypeOf,
  partsOf,
  resultSchema,
  type Schema,
} from '@animal-store/spec/model';
import { bodyProperties } from '@animal-store/spec/outputs';
import type { Behavior, CreateBehavior, ListBehavior } from '../../src/testing/mock-contract.js';

/** Options of the mock that are not resources. */
const OPTIONS = ['quota'];

/** The items of a listing. */
export interface Resource {
  name: string;
  list: Operation;
  item: Schema;
}

/** The first of each name. */
export function readResources({ operations }: Contract): Resource[] {
  const resources = operations.flatMap((list): Resource[] => {
    const { method, path } = list;
    const item = resultSchema(list)?.schema.items?.schema;
    const [last = ''] = path.split('/').slice(-1);
    const name = last.replace(/\W+(.)?/g, (_, next = '') => next.toUpperCase());
    if (method !== 'get' || path.includes('{') || !name || OPTIONS.includes(name)) return [];
    return hasIntegerId(item) ? [{ name, list, item }] : [];
  });
  const names = resources.map(({ name }) => name);
  return resources.filter(({ name }, index) => names.indexOf(name) === index);
}

function hasIntegerId(item: Schema | undefined): item is Schema {
  const id = item?.properties?.get('id');
  return id !== undefined && onlyTypeOf(id.schema) === 'integer';
}

/** @param example The body of its reply. */
export function behaviorOf(
  operation: Operation,
  resources: readonly Resource[],
  example: unknown,
): Behavior | undefined {
  const { method, path } = operation;
  const result = resultSchema(operation)?.schema;
  for (const resource of resources) {
    const { name, list, item } = resource;
    if (operation === list) return toList(resource);
    if (result !== item || !path.startsWith(list.path)) continue;
    const rest = path.slice(list.path.length);
    if (method === 'post' && rest === '' && operation.body)
      return toCreate(resource, operation, example);
    const [, parameter] = /^\/\{([^}]+)\}$/.exec(rest) ?? [];
    if (method === 'get' && parameter) return { kind: 'get', resource: name, parameter };
  }
  return undefined;
}

function toList({ name: resource, list }: Resource): ListBehavior {
  const names = list.parameters.flatMap(({ value }) => (value.in === 'query' ? value.name : []));
  return {
    kind: 'list',
    resource,
    isPaged: names.includes('limit') && names.includes('cursor'),
  };
}

function toCreate(
  { name: resource, item }: Resource,
  { body }: Operation,
  example: unknown,
): CreateBehavior {
  const isClosed = partsOf(item).length === 0 && branchesOf(item).length === 0;
  const received = [...(item.properties ?? [])].filter(([, property]) => !isWriteOnly(property));
  const sent = contentOf(body?.value)?.media.schema;
  const names = ['id', ...((sent && bodyProperties(sent)) ?? [])];
  /** The service assigns the other properties: no request has them. */
  const assigned = item.required.filter((name) => !names.includes(name));
  const values = Object.entries({ ...(typeof example === 'object' && example) });
  return {
    kind: 'create',
    resource,
    ...(isClosed && { properties: received.map(([name]) => name) }),
    fill: Object.fromEntries(values.filter(([name]) => assigned.includes(name))),
  };
}
