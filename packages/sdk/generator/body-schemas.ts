// Body schemas: the exports of @animal-store/sdk/schemas, one for each schema that is the body of a request.
import {
  type ContractDocument,
  mediaOf,
  type OperationId,
  type OperationSpec,
  resolve,
  type Schema,
} from '@animal-store/contract';

const COMPONENT = /^#\/components\/schemas\/(\w+)$/;

export interface BodySchema {
  /** `NewPet`, by the name of the body's schema; `RenameThingBody`, by the operation, if it has none. */
  name: string;
  /** The operations that take this body. */
  operations: [OperationId, ...OperationId[]];
  /** Whether a valid body has properties that need not be sent. */
  hasDefaults: boolean;
}

/**
 * @param entry Source text of the entry point, which exports each schema as `NewPetSchema`.
 * @throws Error naming an operation whose body would hide another export.
 */
export function toBodySchemas(
  specs: readonly OperationSpec[],
  document: ContractDocument,
  entry: string,
): BodySchema[] {
  const found = new Map<string, BodySchema>();
  const inline = new Set<string>();
  for (const spec of specs.filter(({ body }) => body !== undefined)) {
    const { id } = spec;
    const component = COMPONENT.exec(String(bodyOf(spec, document)?.$ref))?.[1];
    const name = component ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`;
    const same = found.get(name);
    const isTaken = (same && component === undefined) || inline.has(name);
    if (isTaken || new RegExp(`\\b${name}Schema\\b`).test(entry.replace(/\/\/.*/g, '')))
      throw new Error(
        `the body of ${id} would be a second ${name}Schema of the SDK: rename its schema, or give it one`,
      );
    if (component === undefined) inline.add(name);
    if (same) same.operations.push(id);
    else
      found.set(name, {
        name,
        operations: [id],
        hasDefaults: hasDefaults(bodyOf(spec, document), document),
      });
  }
  return [...found.values()];
}

function bodyOf({ path, method }: OperationSpec, document: ContractDocument) {
  return mediaOf(document.paths[path]?.[method]?.requestBody, document)?.schema;
}

function hasDefaults(
  schema: unknown,
  document: ContractDocument,
  seen = new Set<unknown>(),
): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  if ('default' in schema) return true;
  if ('$ref' in schema)
    return hasDefaults(resolve<Schema>({ $ref: String(schema.$ref) }, document), document, seen);
  return Object.values(schema).some((part) => hasDefaults(part, document, seen));
}
