// Compilation of a message's parameters and body by the code that the service runs on.
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import { compileSchema, createParameterCompiler } from '@animal-store/contract/request-schemas';
import {
  createRequestValidator,
  type ReceivedRequest,
  type ValidatedRequest,
} from '@animal-store/contract/validation';
import {
  entriesOf,
  followReference,
  getIn,
  type JsonObject,
  listOf,
} from '@animal-store/openapi-tools';
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
  /** With its paths only if it has discriminators: the compilers visit all of it, and look for nothing else in them. */
  readonly #shared: JsonObject;

  constructor(private readonly document: JsonObject) {
    const isWhole = JSON.stringify(document).includes('"discriminator"');
    this.#shared = isWhole ? document : { ...document, paths: {} };
  }

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
    const { components } = this.#shared;
    const bodies = { ...Object(getIn(components, 'schemas')), [BODY]: schema ?? {} };
    // The compilers take the type of a contract that passed the rules; others make them throw.
    const contract = {
      ...this.#shared,
      components: { ...Object(components), schemas: bodies },
    } as unknown as ContractDocument;
    try {
      const compileParameter = createParameterCompiler(contract);
      const parameters = schemas.map((one) => compileParameter(Object(one)));
      const body = schema === undefined ? undefined : compileSchema(BODY, contract);
      return createRequestValidator(spec, { parameters, ...(body && { body }) }, BOUNDS);
    } catch {
      return undefined; // a schema cannot be compiled
    }
  }
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[^;]+\+)?json$/.test(mediaType);
}
