// Listings: which operations return pages of stored objects, how parameters filter these, and the columns that hold them.
import type { Filter, Listing } from '@animal-store/core/contract-data';
import { PAGING_PARAMETERS } from '@animal-store/core/http';
import type { Operation, Parameter } from './contract.js';
import { readParameterShape } from './parameter-shape.js';
import {
  branchesOf,
  conjunctsOf,
  isWriteOnly,
  jsonTypesOf,
  propertyNames,
  propertyOf,
  requires,
  resultSchema,
} from './questions.js';
import type { Edge } from './schema.js';
import { both, factsOf, type ValueType } from './value-facts.js';

/** Undefined if the operation is none. */
export function listingOf(operation: Operation): Listing | undefined {
  const { method, parameters } = operation;
  const names = parameters.map(({ value }) => value.in === 'query' && value.name);
  const item = resultSchema(operation)?.schema.items;
  const isPaged = method === 'get' && PAGING_PARAMETERS.every((name) => names.includes(name));
  if (!isPaged || item?.component === undefined || columnsOf(item) === undefined) return undefined;
  const filters = parameters.flatMap(({ value }) => {
    const filter: Filter = value.filter ?? { property: value.name, match: 'equals' };
    return filterProblem(value, filter, item) === undefined ? [[value.name, filter] as const] : [];
  });
  return { schema: item.component, filters: Object.fromEntries(filters) };
}

/** Why a parameter does not select items so. It completes "The parameter limit ...". */
export function filterProblem(
  parameter: Parameter,
  { property, match }: Filter,
  item: Edge,
): string | undefined {
  if (parameter.in === 'header' || PAGING_PARAMETERS.includes(parameter.name))
    return 'is no filter: write one in the query or the path, beside `limit` and `cursor`';
  const columns = new Map(Object.entries(columnsOf(item) ?? {}));
  const column = columns.get(property);
  if (column === undefined)
    return `filters by ${property}, which ${item.schema.name} does not have: name one of ${[...columns.keys()].join(', ')}`;
  if (match === 'absent' && !column.endsWith('?'))
    return `asks for items without ${property}, which all have: remove it from \`required\`, or remove \`x-filter\``;
  const isRange = match === 'min' || match === 'max';
  const isDate = isRange && propertyOf(item, property).some(hasDate);
  const stored = isDate ? 'date' : column.replace(/\W.*/, '').replace('text', 'string');
  const type = match === 'absent' ? 'boolean' : stored;
  if (type === 'json' || (isRange && (type === 'string' || type === 'boolean')))
    return isRange
      ? `compares ${property}, which is no integer, number or \`format: date\`: give it one of these (a date-time does not sort by its text)`
      : `filters by ${property}, which is a list, an object or of several types: only \`absent\` can ask for it`;
  const shape = readParameterShape(parameter);
  if ('reason' in shape) return undefined; // parameter-types reports it
  const isOne = shape.list === undefined || match === 'equals';
  const own = isDate && parameter.schema && hasDate(parameter.schema) ? 'date' : shape.type;
  if (own === type && isOne && !shape.isNullable) return undefined;
  return `must have the type ${type}${match === 'equals' ? ', or be a list of it' : ''}, without null`;
}

function hasDate(edge: Edge): boolean {
  return conjunctsOf(edge).some(({ schema }) => schema.format === 'date');
}

/** By property. Undefined for a schema whose objects are not stored: they have no `id` of 64 bits, or are of several kinds. */
export function columnsOf(edge: Edge): Readonly<Record<string, string>> | undefined {
  const hasKinds = conjunctsOf(edge).some(({ schema }) => branchesOf(schema).length > 0);
  if (hasKinds || jsonTypesOf(edge).join() !== 'object') return undefined;
  const columns = propertyNames(edge).flatMap((name) => {
    const places = propertyOf(edge, name);
    return places.some(isWriteOnly)
      ? []
      : [[name, columnOf(places, requires(edge, name))] as const];
  });
  const types: Readonly<Record<string, string>> = Object.fromEntries(columns);
  return types.id === 'int64' ? types : undefined;
}

/** @param places the schemas of a property, all of which hold. */
function columnOf(places: readonly Edge[], isRequired: boolean): string {
  const { types } = places.map((place) => factsOf(place)).reduce(both);
  const kind = kindOf(types);
  if (types?.has('null') === false) return isRequired ? kind : `${kind}?`;
  return isRequired ? `${kind} | null` : 'json?'; // absent is NULL, null is JSON
}

function kindOf(types: ReadonlySet<ValueType> | undefined): string {
  if (types === undefined) return 'json';
  if (types.has('int64')) return 'int64';
  const [type = 'string', ...others] = [...types].filter((one) => one !== 'null');
  if (others.length > 0 || type === 'array' || type === 'object') return 'json';
  return type === 'string' ? 'text' : type;
}
