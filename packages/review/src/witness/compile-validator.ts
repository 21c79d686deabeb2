// Compilation of a message's parameters and body by the code that the service runs on.
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import { readOperations } from '@animal-store/contract/read-operations';
import { compileSchema, createParameterCompiler } from '@animal-store/contract/request-schemas';
import {
  createRequestValidator,
  type ReceivedRequest,
  type ValidatedRequest,
} from '@animal-store/contract/validation';
import {
  entriesOf,
  findReferences,
  followReference,
  formatPointer,
  getIn,
  isObject,
  type JsonObject,
  listOf,
} from '@animal-store/openapi-tools';
import { reachablePointers } from '../diff/operations.js';
import type { WireMessage } from './message.js';

type Validate = ReturnType<typeof createRequestValidator>;
/** A fault of a message, as the service reports it. */
export type Detail = ValidatedRequest['details'][number];

const BOUNDS = { maxDetails: 50, maxPathLength: 256, maxMessageLength: 256 };
/** The name under which the schema of a body is compiled. */
const BODY = 'witness.body';

/** An operation, or a response as the operation that reads it. */
export interface Readable {
  pointer: string;
  node: JsonObject;
  /** Undefined if the service cannot serve it: contracts may be older than the rules. */
  spec: OperationSpec | undefined;
}

/** The validators of a contract, each compiled when it is needed. */
export class Validators {
  readonly #known = new Map<string, Validate | undefined>();

  constructor(private readonly document: JsonObject) {}

  /** Undefined if the service cannot read such a message. */
  faultsOf(
    operation: Readable,
    { query, headers, body, mediaType = '' }: Omit<WireMessage, 'path' | 'minBytes'>,
    path: ReceivedRequest['path'] = {},
  ): Detail[] | undefined {
    const key = `${operation.pointer} ${mediaType}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#compile(operation, mediaType));
    const validate = this.#known.get(key);
    return validate?.({ path, query, headers: new Headers(headers), body }).details;
  }

  #compile({ spec, node }: Readable, mediaType: string): Validate | undefined {
    const resolve = (part: unknown) => followReference(this.document, part);
    const content = getIn(resolve(node.requestBody), 'content');
    if (spec === undefined || (content !== undefined && !isJson(mediaType))) return undefined;
    const media = entriesOf(content).find(([type]) => type.toLowerCase() === mediaType);
    const schema = content === undefined ? undefined : (getIn(media?.[1], 'schema') ?? {});
    const schemas = listOf(node.parameters).map((entry) => getIn(resolve(entry), 'schema'));
    const contract = toCompiled(this.document, [schema, ...schemas], schema ?? {});
    try {
      const parameters = schemas.map((one) => compileParameter(one, contract));
      const body = schema === undefined ? undefined : compileSchema(BODY, contract);
      return createRequestValidator(spec, { parameters, ...(body && { body }) }, BOUNDS);
    } catch {
      return undefined; // a schema cannot be compiled
    }
  }
}

export function readSpec(
  path: string,
  method: string,
  node: JsonObject,
  document: JsonObject,
): OperationSpec | undefined {
  const contract = { ...document, paths: { [path]: { [method]: node } } };
  try {
    return readOperations(contract as unknown as ContractDocument)[0];
  } catch {
    return undefined;
  }
}

export function isJson(mediaType: string): boolean {
  return /^application\/(?:[^;]+\+)?json$/.test(mediaType);
}

/** Ajv walks through the whole document for each schema, so a schema without references gets an empty one. */
function compileParameter(schema: unknown, contract: ContractDocument) {
  const hasReferences = findReferences(schema).length > 0;
  const document = hasReferences ? contract : ({} as unknown as ContractDocument);
  return createParameterCompiler(document)(isObject(schema) ? schema : {});
}

/** The contract with the body as a component, and with no more than what the schemas refer to, where that is enough. */
function toCompiled(
  document: JsonObject,
  schemas: readonly unknown[],
  body: unknown,
): ContractDocument {
  const { components, paths } = document;
  const used = reachablePointers(document, schemas.flatMap(targetsIn));
  const isClosed = used.every((target) => SCHEMA_REFERENCE.test(target));
  // A discriminator anywhere in the contract gives names to the schemas that it selects.
  const isPruned = isClosed && !JSON.stringify(document).includes('"discriminator"');
  const kept = entriesOf(getIn(components, 'schemas')).filter(
    ([name]) => !isPruned || used.includes(formatPointer('components', 'schemas', name)),
  );
  // The compilers take the type of a contract that passed the rules; others make them throw.
  return {
    ...document,
    paths: isPruned ? {} : paths,
    components: {
      ...(isObject(components) ? components : {}),
      schemas: { ...Object.fromEntries(kept), [BODY]: body },
    },
  } as unknown as ContractDocument;
}

const SCHEMA_REFERENCE = /^#\/components\/schemas\/[^/]+$/;

function targetsIn(schema: unknown): string[] {
  return findReferences(schema).map(({ target }) => target);
}
