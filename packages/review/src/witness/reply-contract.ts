// Replies of a contract: whether it allows a reply. A reply is validated as a request that has its headers and its body, so
// the messages are those of the service. What differs in the schemas:
//
//   readOnly, writeOnly   change places: a reply has no write-only properties
//   default               is left out: it does not stand for a property that a reply lacks
//   closed objects        are open for a client: it ignores properties that it does not know
//   oneOf                 is anyOf for a client: such properties do not tell branches apart
import {
  entriesOf,
  followReference,
  getIn,
  isObject,
  type JsonObject,
  joinPointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { mapSchemas } from '../schema-parts.js';
import type { Judge, Service } from '../service.js';
import { memoize } from './memoize.js';
import type { WireMessage } from './message.js';
import type { Answer, Readable } from './served-contract.js';

/** A response as the operation that reads its headers and its body. */
interface Response extends Readable {
  /** The media types, in lower case. */
  types: string[];
}

export class ReplyContract {
  readonly #document: JsonObject;
  readonly #read = memoize((pointer: string) => this.#readResponse(pointer));
  readonly #judge: Judge;

  /**
   * @param document as written.
   * @param side whether a client judges replies, or the service makes them.
   */
  constructor(
    document: JsonObject,
    private readonly service: Service,
    private readonly side: 'client' | 'service',
  ) {
    const { components } = document;
    const schemas = mapValues(getIn(components, 'schemas'), (schema) => this.#schema(schema));
    this.#document = {
      ...document,
      components: { ...(isObject(components) ? components : {}), schemas },
    };
    this.#judge = service.createJudge(this.#document);
  }

  /** The response with a status, or the one that stands for it. */
  responseFor(operation: string, status: string): Response | undefined {
    const responses = entriesOf(resolvePointer(this.#document, `${operation}/responses`));
    const key = matchingKey(
      status,
      responses.map(([name]) => name),
    );
    return key === undefined ? undefined : this.#read(joinPointer(operation, 'responses', key));
  }

  /** What is wrong with a reply to the operation: a reason that is not in its parts, or their faults. */
  answer(operation: string, status: string, reply: WireMessage): Answer {
    const response = this.responseFor(operation, status);
    if (response === undefined) return refused(`it had no reply ${status}`);
    const { types } = response;
    const hasBody = types.length > 0;
    if (hasBody && reply.mediaType === undefined) return refused('the reply had a body');
    if (hasBody && !types.includes(String(reply.mediaType)))
      return refused(`the media type was ${types.join(' or ')}`);
    const details =
      this.#judge(response, { ...reply, mediaType: reply.mediaType ?? '', path: {} }) ?? [];
    // A client ignores a property that replies do not have, as any that it does not know.
    const faults = details.filter(
      ({ message }) => this.side === 'service' || message !== 'is read-only',
    );
    return { isAccepted: faults.length === 0, status: 0, details: faults };
  }

  #readResponse(pointer: string): Response {
    const found = followReference(this.#document, resolvePointer(this.#document, pointer));
    const parameters = entriesOf(getIn(found, 'headers')).map(([name, header]) => {
      const node = followReference(this.#document, header);
      const schema = this.#schema(getIn(node, 'schema'));
      return { ...(isObject(node) ? node : {}), name, in: 'header', schema };
    });
    const content = mapValues(getIn(found, 'content'), (media) => ({
      schema: this.#schema(getIn(media, 'schema') ?? {}),
    }));
    const types = Object.keys(content).map((type) => type.toLowerCase());
    const requestBody = types.length > 0 && { requestBody: { required: true, content } };
    const node = { operationId: 'reply', responses: {}, parameters, ...requestBody };
    const operation = { path: '/reply', method: 'post', node };
    const shape = this.service.readOperation(operation, this.#document);
    return { ...operation, shape, types };
  }

  #schema(schema: unknown): unknown {
    if (!isObject(schema)) return schema;
    const isClient = this.side === 'client';
    const isLoose = isClient && !('anyOf' in schema);
    const names: Record<string, string> = { ...SWAPPED, ...(isLoose && { oneOf: 'anyOf' }) };
    const entries = Object.entries(schema)
      .filter(([key]) => key !== 'default')
      .filter(([key, value]) => !(isClient && CLOSED.test(key) && value === false))
      .map(([key, value]) => [names[key] ?? key, value]);
    return mapSchemas(Object.fromEntries(entries), (inner) => this.#schema(inner));
  }
}

const CLOSED = /^(?:additionalProperties|unevaluatedProperties)$/;
const SWAPPED = { readOnly: 'writeOnly', writeOnly: 'readOnly' };

/** The response that stands for a status. */
export function matchingKey(status: string, keys: readonly string[]): string | undefined {
  return [status, `${status[0]}XX`, 'default'].find((key) => keys.includes(key));
}

function refused(reason: string): Answer {
  return { isAccepted: false, status: 0, reason, details: [] };
}

function mapValues(map: unknown, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(entriesOf(map).map(([name, value]) => [name, change(value)]));
}
