// Replies of a contract: whether it allows a reply. A reply is validated as a request that has its headers and its body, so
// the messages are those of the service. What differs in the schemas:
//
//   readOnly, writeOnly   change places: a reply has no write-only properties
//   default               is left out: it does not stand for a property that a reply lacks
//   closed objects        are open for a client: it ignores properties that it does not know
//   oneOf                 is anyOf for a client: such properties do not tell branches apart
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import { readOperations } from '@animal-store/contract/read-operations';
import {
  entriesOf,
  followReference,
  formatPointer,
  getIn,
  isObject,
  type JsonObject,
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { compileValidator, type Detail, type Validate } from './compile-validator.js';
import type { WireMessage } from './message.js';
import { isJson } from './served-contract.js';

export interface Response {
  pointer: string;
  node: JsonObject;
  /** How its headers are written. */
  spec: OperationSpec;
  mediaType: string | undefined;
}

/** Why a contract does not allow a reply: one reason that is not in its parts, or the faults of these. */
export type ReplyFault = { reason: string; details: [] } | { reason?: never; details: Detail[] };

const ALLOWED: ReplyFault = { details: [] };

export class ReplyContract {
  readonly #document: JsonObject;
  readonly #responses = new Map<string, Response>();
  readonly #validators = new Map<string, Validate | undefined>();

  /**
   * @param document as written.
   * @param side whether a client judges replies, or the service makes them.
   */
  constructor(
    document: JsonObject,
    private readonly side: 'client' | 'service',
  ) {
    const { components } = document;
    const schemas = entriesOf(getIn(components, 'schemas')).map(([name, schema]) => [
      name,
      toReplySchema(schema, side),
    ]);
    this.#document = {
      ...document,
      components: {
        ...(isObject(components) ? components : {}),
        schemas: Object.fromEntries(schemas),
      },
    };
  }

  /** The response with a status, or the one that stands for it. */
  responseFor(operation: string, status: string): Response | undefined {
    const responses = resolvePointer(this.#document, `${operation}/responses`);
    const key = [status, `${status[0]}XX`, 'default'].find(
      (one) => getIn(responses, one) !== undefined,
    );
    if (key === undefined) return undefined;
    const pointer = formatPointer(...parsePointer(operation), 'responses', key);
    const response = this.#responses.get(pointer) ?? this.#read(pointer);
    this.#responses.set(pointer, response);
    return response;
  }

  /** What is wrong with a reply to the operation. */
  faultOf(operation: string, status: string, reply: WireMessage): ReplyFault {
    const response = this.responseFor(operation, status);
    if (response === undefined) return { reason: `it had no reply ${status}`, details: [] };
    const types = entriesOf(response.node.content).map(([type]) => type.toLowerCase());
    if (types.length === 0)
      return this.#validate(response, undefined, { ...reply, body: undefined });
    if (reply.mediaType === undefined) return { reason: 'the reply had a body', details: [] };
    if (!types.includes(reply.mediaType))
      return { reason: `the media type was ${types.join(' or ')}`, details: [] };
    return isJson(reply.mediaType) ? this.#validate(response, reply.mediaType, reply) : ALLOWED;
  }

  #validate(response: Response, mediaType: string | undefined, reply: WireMessage): ReplyFault {
    const key = `${response.pointer} ${mediaType}`;
    if (!this.#validators.has(key)) this.#validators.set(key, this.#compile(response, mediaType));
    const validate = this.#validators.get(key);
    if (validate === undefined) return ALLOWED;
    const { headers, body } = reply;
    const { details } = validate({ path: {}, query: '', headers: new Headers(headers), body });
    // A client ignores a property that replies do not have, as any that it does not know.
    return {
      details:
        this.side === 'client'
          ? details.filter(({ message }) => message !== 'is read-only')
          : details,
    };
  }

  #compile({ node, spec }: Response, mediaType: string | undefined): Validate | undefined {
    const schemas = spec.parameters.map(({ name }) =>
      toReplySchema(getIn(this.#resolve(getIn(node.headers, name)), 'schema'), this.side),
    );
    const media = entriesOf(node.content).find(([type]) => type.toLowerCase() === mediaType)?.[1];
    const body =
      media === undefined ? undefined : toReplySchema(getIn(media, 'schema') ?? {}, this.side);
    return compileValidator(spec, schemas, body, this.#document);
  }

  #read(pointer: string): Response {
    const found = this.#resolve(resolvePointer(this.#document, pointer));
    const node = isObject(found) ? found : {};
    const headers = entriesOf(node.headers).map(
      ([name, header]) => [name, this.#resolve(header)] as const,
    );
    const [type] = entriesOf(node.content).map(([name]) => name.toLowerCase());
    const body = { mediaType: type ?? '', isRequired: true };
    return {
      pointer,
      node,
      mediaType: type,
      spec: {
        ...EMPTY,
        parameters: headers.flatMap(([name, header]) => this.#specOf(name, header)),
        ...(type !== undefined && { body }),
      },
    };
  }

  /** None if the schema does not say how the header is read. */
  #specOf(name: string, header: unknown): OperationSpec['parameters'] {
    const parameter = { ...(isObject(header) ? header : {}), name, in: 'header' };
    const operation = { operationId: 'reply', parameters: [parameter], responses: {} };
    const contract = { ...this.#document, paths: { '/reply': { get: operation } } };
    try {
      return readOperations(contract as unknown as ContractDocument)[0]?.parameters ?? [];
    } catch {
      return [];
    }
  }

  #resolve(node: unknown): unknown {
    return followReference(this.#document, node);
  }
}

const EMPTY = {
  path: '/reply',
  method: 'get',
  successes: [],
  parameters: [],
} as unknown as OperationSpec;

const SCHEMAS =
  /^(?:items|additionalProperties|unevaluatedProperties|unevaluatedItems|contains|propertyNames|not|if|then|else)$/;
const LISTS = /^(?:allOf|anyOf|oneOf|prefixItems)$/;
const MAPS = /^(?:properties|patternProperties|dependentSchemas|\$defs)$/;
const CLOSED = /^(?:additionalProperties|unevaluatedProperties)$/;
const SWAPPED: Record<string, string> = { readOnly: 'writeOnly', writeOnly: 'readOnly' };

function toReplySchema(schema: unknown, side: 'client' | 'service'): unknown {
  if (!isObject(schema)) return schema;
  const map = (inner: unknown) => toReplySchema(inner, side);
  const isLoose = side === 'client' && !('anyOf' in schema);
  const nameOf = (keyword: string) => (keyword === 'oneOf' && isLoose ? 'anyOf' : keyword);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'default')
      .filter(([key, value]) => !(side === 'client' && CLOSED.test(key) && value === false))
      .map(([key, value]) => {
        if (SCHEMAS.test(key)) return [key, map(value)];
        if (LISTS.test(key) && Array.isArray(value)) return [nameOf(key), value.map(map)];
        if (MAPS.test(key))
          return [
            key,
            Object.fromEntries(entriesOf(value).map(([name, inner]) => [name, map(inner)])),
          ];
        return [SWAPPED[key] ?? key, value];
      }),
  );
}
