// Places of a message: each value that a request or a reply of an operation can have, with the schemas that apply to it.
// A message is one JSON value, `{ path, query, header, body }`, and a place is the path of a value in it.
import {
  entriesOf,
  formatPointer,
  getIn,
  isObject,
  type JsonObject,
  joinPointer,
  listOf,
  percentDecode,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { mapSchemas } from '../schema-parts.js';
import type { Witness } from './witness.js';

/** A schema, and the contract that its references point into. */
export interface SchemaIn {
  schema: JsonObject;
  document: JsonObject;
}

export interface Place {
  /** Such as `body`, `status`, or `query`, `limit`. Items and the values of maps are represented by one of them. */
  path: string[];
  /** Where the contract speaks of the value: its schemas and, for a whole parameter or body, what contains these. */
  pointers: string[];
  /** All schemas that apply to the value, or may apply: those of references, conjuncts, branches. The first is the outermost. */
  schemas: SchemaIn[];
  /** Whether the message must have it. False for everything inside a body. */
  isRequired: boolean;
}

/** By the JSON Pointer of their paths. */
export type Places = Map<string, Place>;

/** The places of a message in one contract. */
export interface PlacesIn {
  document: JsonObject;
  places: Places;
}

/** A name that no contract knows. */
export const UNKNOWN_NAME = 'extra';
const MAX_DEPTH = 10;
/** How often a reference may occur inside itself. */
const MAX_RECURSION = 1;

/** The places of a request or a reply. @param pointer of the operation or the response, in a normalized contract. */
export function placesOf(kind: Witness['kind'], document: JsonObject, pointer: string): PlacesIn {
  const places: Places = new Map();
  const placeAt = (path: string[]): Place => {
    const key = formatPointer(...path);
    const place = places.get(key) ?? { path, pointers: [], schemas: [], isRequired: false };
    places.set(key, place);
    return place;
  };
  const visit = (at: string, path: string[], chain: readonly string[]): void => {
    const schema = resolvePointer(document, at);
    const place = placeAt(path);
    place.pointers.push(at);
    if (!isObject(schema) || path.length > MAX_DEPTH) return;
    place.schemas.push({ schema, document });
    if (typeof schema.$ref === 'string') {
      const target = percentDecode(schema.$ref);
      if (chain.filter((one) => one === target).length <= MAX_RECURSION)
        visit(target, path, [...chain, target]);
    }
    mapSchemas(schema, (_schema, keys) =>
      visit(joinPointer(at, ...keys), [...path, ...stepInto(...keys)], chain),
    );
  };
  /** A parameter, a header or the body. */
  const addRoot = (path: string[], { pointers, node }: Followed): void => {
    const place = placeAt(path);
    place.pointers.push(...pointers);
    place.isRequired = node.required === true;
    visit(`${pointers.at(-1)}/schema`, path, []);
  };
  const { pointers, node } = follow(document, pointer);
  const own = pointers.at(-1) ?? pointer;
  for (const index of listOf(node.parameters).keys()) {
    const parameter = follow(document, `${own}/parameters/${index}`);
    addRoot([String(parameter.node.in), String(parameter.node.name)], parameter);
  }
  for (const [name] of entriesOf(node.headers))
    addRoot(['header', name], follow(document, joinPointer(own, 'headers', name)));
  const body = kind === 'reply' ? { pointers, node } : follow(document, `${own}/requestBody`);
  const [mediaType] = entriesOf(body.node.content).map(([type]) => type);
  if (mediaType !== undefined)
    body.pointers.push(joinPointer(body.pointers.at(-1) ?? '', 'content', mediaType));
  const required = mediaType !== undefined && (kind === 'reply' || body.node.required);
  if (mediaType !== undefined || kind === 'reply')
    addRoot(['body'], { ...body, node: { required } });
  return { document, places };
}

interface Followed {
  pointers: string[];
  node: JsonObject;
}

/** The pointer of a node and of what its reference leads to, and the node at the end. */
function follow(document: JsonObject, pointer: string): Followed {
  const pointers = [pointer];
  for (const at of pointers) {
    // grows during the iteration
    const target = getIn(resolvePointer(document, at), '$ref');
    if (typeof target === 'string') pointers.push(percentDecode(target));
  }
  const node = resolvePointer(document, pointers.at(-1) ?? '');
  return { pointers, node: isObject(node) ? node : {} };
}

/** The key of the value that a schema inside a schema describes; none for a branch, which describes the same value. */
function stepInto(keyword: string, name = ''): string[] {
  if (keyword === 'properties') return [name];
  if (keyword === 'additionalProperties') return [UNKNOWN_NAME];
  return keyword === 'items' ? ['0'] : [];
}
