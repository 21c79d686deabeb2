// Deprecation notes of the reference page: the dates of deprecated parameters and properties, at the start of their
// descriptions. Operations have a notice of their own (browser/wording.js).
import type { ContractDocument } from '@animal-store/contract';
import { datesOf, deprecationNote } from '@animal-store/contract/http';

type Node = Readonly<Record<string, unknown>>;

/** Keywords whose values are data. */
const DATA = ['const', 'default', 'enum', 'example', 'examples'];

/** A copy of the paths and components. */
export function withDeprecationNotes(
  document: ContractDocument,
): Pick<ContractDocument, 'paths' | 'components'> {
  const { paths, components } = document;
  return { paths: mapValues(paths, visit), components: mapValues(components, visit) };
}

function visit<Value>(value: Value): Value;
function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => visit(item));
  if (!isNode(value)) return value;
  const copy = mapValues(value, (inner, key) => (DATA.includes(key) ? inner : visit(inner)));
  return isDeprecatedPart(value) ? { ...copy, description: describe(value) } : copy;
}

function isDeprecatedPart(node: Node): boolean {
  const isOperation = 'operationId' in node;
  return node.deprecated === true && !isOperation && Object.keys(datesOf(node)).length > 0;
}

function describe(node: Node): string {
  const note = `**${deprecationNote(datesOf(node))}**`;
  return node.description === undefined ? note : `${note} ${node.description}`;
}

function mapValues<Values extends object>(
  values: Values,
  map: <Value>(value: Value, key: string) => Value,
): Values {
  const entries = Object.entries(values).map(([key, value]) => [key, map(value, key)]);
  return Object.assign({}, values, Object.fromEntries(entries));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
