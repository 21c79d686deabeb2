// Mock behaviors: which operations act on the items of a resource, by the shape of the contract.
//
//   GET     /pets          returns an array of objects with an integer `id`        list of the resource `pets`
//   POST    /pets          has a body, and returns one such object                 create
//   GET     /pets/{petId}  returns one such object                                 get
//   PATCH   /pets/{petId}  has an object as its body, and returns one or nothing   update; PUT also removes what is not sent
//   DELETE  /pets/{petId}  returns one such object or nothing                      remove
//
// All other operations are answered by the contract's examples.
import {
  branchesOf,
  type Contract,
  contentOf,
  type Edge,
  isWriteOnly,
  jsonTypesOf,
  type Operation,
  onlyTypeOf,
  partsOf,
  propertyNames,
  propertyOf,
  resultSchema,
} from '@animal-store/spec/model';
import { bodyProperties } from '@animal-store/spec/outputs';
import type { Behavior, CreateBehavior, UpdateBehavior } from '../../src/testing/mock-contract.js';

/** Options of the mock that are not resources. */
const OPTIONS = ['quota', 'handlers'];

/** The items of a listing. */
export interface Resource {
  name: string;
  list: Operation;
  item: Edge;
}

/** The first of each name. */
export function readResources({ operations }: Contract): Resource[] {
  const resources = operations.flatMap((list): Resource[] => {
    const { method, path } = list;
    const item = resultSchema(list)?.schema.items;
    const [last = ''] = path.split('/').slice(-1);
    const name = last.replace(/\W+(.)?/g, (_, next = '') => next.toUpperCase());
    if (method !== 'get' || path.includes('{') || !name || OPTIONS.includes(name)) return [];
    return hasIntegerId(item) ? [{ name, list, item }] : [];
  });
  const names = resources.map(({ name }) => name);
  return resources.filter(({ name }, index) => names.indexOf(name) === index);
}

function hasIntegerId(item: Edge | undefined): item is Edge {
  const id = item?.schema.properties?.get('id');
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
    if (operation === list) return { kind: 'list', resource: name };
    const isItem = result === item.schema;
    if (!path.startsWith(list.path) || !(isItem || example === undefined)) continue;
    const rest = path.slice(list.path.length);
    if (method === 'post' && rest === '' && isItem && operation.body)
      return toCreate(resource, operation, example);
    const [, parameter] = /^\/\{([^}]+)\}$/.exec(rest) ?? [];
    if (parameter === undefined) continue;
    const place = { resource: name, parameter };
    if (method === 'get' && isItem) return { kind: 'get', ...place };
    if (method === 'delete') return { kind: 'remove', ...place };
    if (method === 'put' || method === 'patch') return toUpdate(resource, operation, place);
  }
  return undefined;
}

function toCreate(
  { name: resource, item }: Resource,
  { body }: Operation,
  example: unknown,
): CreateBehavior {
  const sent = contentOf(body?.value)?.media.schema;
  const names = ['id', ...((sent && bodyProperties(sent)) ?? [])];
  /** The service assigns the other properties: no request has them. */
  const assigned = item.schema.required.filter((name) => !names.includes(name));
  const values = Object.entries({ ...(typeof example === 'object' && example) });
  return {
    kind: 'create',
    resource,
    ...closedProperties(item),
    fill: Object.fromEntries(values.filter(([name]) => assigned.includes(name))),
  };
}

function toUpdate(
  { item }: Resource,
  { method, body }: Operation,
  place: Pick<UpdateBehavior, 'resource' | 'parameter'>,
): UpdateBehavior | undefined {
  const sent = contentOf(body?.value)?.media.schema;
  if (sent === undefined || jsonTypesOf(sent).join() !== 'object') return undefined;
  const names = propertyNames(item);
  const replaced = bodyProperties(sent) ?? names;
  const isNullable = (name: string) =>
    propertyOf(item, name).every((property) => jsonTypesOf(property).includes('null'));
  return {
    kind: 'update',
    ...place,
    ...closedProperties(item),
    ...(method === 'put' && { kept: names.filter((name) => !replaced.includes(name)) }),
    nullable: names.filter(isNullable),
  };
}

/** Those of a reply, if the names of all are known. */
function closedProperties({ schema }: Edge): Pick<CreateBehavior, 'properties'> {
  if (partsOf(schema).length > 0 || branchesOf(schema).length > 0) return {};
  const received = [...(schema.properties ?? [])].filter(([, property]) => !isWriteOnly(property));
  return { properties: received.map(([name]) => name) };
}
