// Body schemas: the exports of @animal-store/sdk/schemas, one for each schema that is the body of a request.
import type { OperationId, OperationSpec } from '@animal-store/contract';
import { type Contract, contentOf, type Edge, placesWithin } from '@animal-store/spec/model';

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
  { operations }: Contract,
  entry: string,
): BodySchema[] {
  const found = new Map<string, BodySchema>();
  const inline = new Set<string>();
  for (const { id } of specs.filter(({ body }) => body !== undefined)) {
    const operation = operations.find((one) => one.id === id);
    const schema = contentOf(operation?.body?.value)?.media.schema;
    const component = /^\w+$/.exec(schema?.component ?? '')?.[0];
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
        hasDefaults: schema !== undefined && hasDefaults(schema),
      });
  }
  return [...found.values()];
}

function hasDefaults(edge: Edge): boolean {
  const notes = [...placesWithin(edge)].flatMap((place) => [place.notes, place.schema.notes]);
  return notes.some((one) => one.default !== undefined);
}
