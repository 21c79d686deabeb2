// Body schemas: the exports of @animal-store/sdk/schemas, one for each schema that is the body of a request.
import {
  type ContractDocument,
  type OperationId,
  type OperationSpec,
  resolve,
} from '@animal-store/contract';

const COMPONENT = /^#\/components\/schemas\/(\w+)$/;

export interface BodySchema {
  /** `NewPet`, by the name of the body's schema; `RenameThingBody`, by the operation, if it has none. */
  name: string;
  /** The operations that take this body. */
  operations: [OperationId, ...OperationId[]];
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
    const component = componentOf(spec, document);
    const name = component ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`;
    const same = found.get(name);
    const isTaken = (same && component === undefined) || inline.has(name);
    if (isTaken || new RegExp(`\\b${name}Schema\\b`).test(entry.replace(/\/\/.*/g, '')))
      throw new Error(
        `the body of ${id} would be a second ${name}Schema of the SDK: rename its schema, or give it one`,
      );
    if (component === undefined) inline.add(name);
    if (same) same.operations.push(id);
    else found.set(name, { name, operations: [id] });
  }
  return [...found.values()];
}

/** The name of the body's schema, if it is a component. */
function componentOf(
  { path, method }: OperationSpec,
  document: ContractDocument,
): string | undefined {
  const body = document.paths[path]?.[method]?.requestBody;
  const [media] = Object.values(body ? resolve(body, document).content : {});
  return COMPONENT.exec(String(media?.schema?.$ref))?.[1];
}
