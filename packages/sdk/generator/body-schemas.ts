// Body schemas: the exports of @animal-store/sdk/schemas, one for each schema that is the body of a request.
import type { OperationId } from '@animal-store/contract';
import { contentOf, type Edge, placesWithin } from '@animal-store/spec/model';
import type { SdkOperation } from './sdk-operations.js';

/** An export of that entry point, before it is rendered. */
export interface SchemaExport {
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
export function toSchemaExports(
  operations: readonly SdkOperation[],
  entry: string,
): SchemaExport[] {
  const found = new Map<string, SchemaExport>();
  const inline = new Set<string>();
  const exported = new Set(entry.match(/\w+/g));
  for (const { id, operation } of operations.filter(({ spec }) => spec.body)) {
    const schema = contentOf(operation.body?.value)?.media.schema;
    const component = /^\w+$/.exec(schema?.component ?? '')?.[0];
    const name = component ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`;
    const same = found.get(name);
    const isTaken = (same && component === undefined) || inline.has(name);
    if (isTaken || exported.has(`${name}Schema`))
      throw new Error(
        `the body of ${id} would be a second ${name}Schema of the SDK: rename its schema, or give it one`,
      );
    if (component === undefined) inline.add(name);
    if (same) same.operations.push(id);
    else
      found.set(name, {
        name,
        operations: [id],
        hasDefaults: schema !== undefined && hasDefaults(schema),
      });
  }
  return [...found.values()];
}

function hasDefaults(edge: Edge): boolean {
  const notes = [...placesWithin(edge)].flatMap((place) => [place.notes, place.schema.notes]);
  return notes.some((one) => one.default !== undefined);
}
