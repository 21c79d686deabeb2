// Listings: which operations return pages of stored objects, how parameters filter these, and the columns that hold them.
import type { Filter, Listing } from '@animal-store/core/contract-data';
import type { Edge, Operation, Parameter } from './contract.js';
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
import { factsOfAll, type ValueType } from './value-facts.js';

type Columns = Readonly<Record<string, string>>;

/** The query parameters that page a listing. */
const PAGING = ['limit', 'cursor'];
/** The types of columns by those of values. All others are `json`. */
const KINDS = new Map<ValueType | undefined, string>([
  ['int64', 'int64'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['string', 'text'],
  ['boolean', 'boolean'],
]);
/** How a contract says that a value is of a kind. */
const WRITTEN: Readonly<Record<string, string>> = {
  int64: '`type: integer` and `format: int64`',
  integer: '`type: integer`',
  number: '`type: number`',
  text: '`type: string`',
  boolean: '`type: boolean`',
  date: '`type: string` and `format: date`',
};

/** Undefined if the operation lists no stored objects by pages. */
export function listingOf(operation: Operation): Listing | undefined {
  const item = listedItem(operation);
  if (item === undefined) return undefined;
  const filters = operation.parameters.flatMap(({ value }) => {
    const filter: Filter = value.filter ?? { property: value.name, match: 'equals' };
    return filterProblem(value, filter, item) === undefined ? [[value.name, filter] as const] : [];
  });
  return { schema: item.component, filters: Object.fromEntries(filters) };
}

/** The items of a listing, which are a component. */
export function listedItem(operation: Operation): Required<Edge> | undefined {
  const result = resultSchema(operation);
  if (operation.method !== 'get' || result === undefined) return undefined;
  const [item, ...others] = conjunctsOf(result).flatMap(({ schema }) => schema.items ?? []);
  const isPaged = PAGING.every((name) =>
    operation.parameters.some(({ value }) => value.in === 'query' && value.name === name),
  );
  if (!isPaged || jsonTypesOf(result).join() !== 'array' || others.length > 0) return undefined;
  const { component } = item ?? {};
  return item && component && columnsOf(item) ? { ...item, component } : undefined;
}

/** Why a parameter does not select items so. It completes "The parameter limit ...". */
export function filterProblem(
  parameter: Parameter,
  { property, match }: Filter,
  item: Required<Edge>,
): string | undefined {
  if (parameter.in === 'header' || PAGING.includes(parameter.name))
    return 'is no filter: a filter is a parameter in the query or the path, other than `limit` and `cursor`';
  const columns = columnsOf(item) ?? {};
  const column = Object.hasOwn(columns, property) ? columns[property] : undefined;
  if (column === undefined)
    return `filters by ${property}, which ${item.component} does not have: name one of ${Object.keys(columns).join(', ')}`;
  const [kind = ''] = /^\w+/.exec(column) ?? [];
  const isDate = propertyOf(item, property).some(hasDate);
  if (match === 'absent' && !column.endsWith('?'))
    return `asks for items without ${property}, which all have: remove it from \`required\`, or remove \`x-filter\``;
  if (match !== 'absent' && kind === 'json')
    return `filters by ${property}, which is not of one type, or is a list or an object: only \`absent\` can ask for it`;
  const isRange = match === 'min' || match === 'max';
  if (isRange && kind !== 'int64' && kind !== 'integer' && kind !== 'number' && !isDate)
    return `compares ${property}, which is no integer, number or \`format: date\`: give it one of these (the text of a date-time does not sort by time)`;
  const wanted = match === 'absent' ? 'boolean' : isRange && isDate ? 'date' : kind;
  return fits(parameter, wanted, match)
    ? undefined
    : `must fit ${property}: write ${WRITTEN[wanted]}${match === 'equals' ? ', or a list of it' : ''}, without null`;
}

function fits(parameter: Parameter, wanted: string, match: Filter['match']): boolean {
  const shape = readParameterShape(parameter);
  if ('reason' in shape) return true; // parameter-types reports it
  if (shape.isNullable || (shape.list && match !== 'equals')) return false;
  if (wanted === 'date')
    return !shape.list && parameter.schema !== undefined && hasDate(parameter.schema);
  return KINDS.get(shape.type) === wanted;
}

function hasDate(edge: Edge): boolean {
  return conjunctsOf(edge).some(({ schema }) => schema.format === 'date');
}

/**
 * The types of the columns that hold a schema's objects, by property. Undefined if these are not stored: they have no `id` of
 * 64 bits, or are of several kinds.
 */
export function columnsOf(edge: Edge): Columns | undefined {
  const hasKinds = conjunctsOf(edge).some(({ schema }) => branchesOf(schema).length > 0);
  if (hasKinds || jsonTypesOf(edge).join() !== 'object') return undefined;
  const columns = propertyNames(edge).flatMap((name) => {
    const places = propertyOf(edge, name);
    return places.some(isWriteOnly)
      ? []
      : [[name, columnOf(places, requires(edge, name))] as const];
  });
  const types: Columns = Object.fromEntries(columns);
  return types.id === 'int64' ? types : undefined;
}

/** @param places the schemas of a property, all of which hold. */
function columnOf(places: readonly Edge[], isRequired: boolean): string {
  const { types } = factsOfAll(places);
  const kind = kindOf(types);
  if (types?.has('null') === false) return isRequired ? kind : `${kind}?`;
  return isRequired ? `${kind} | null` : 'json?'; // absent is NULL, null is JSON
}

function kindOf(types: ReadonlySet<ValueType> | undefined): string {
  if (types === undefined) return 'json';
  if (types.has('int64')) return 'int64';
  const [type = 'string', ...others] = [...types].filter((one) => one !== 'null');
  return (others.length === 0 && KINDS.get(type)) || 'json';
}
