// Replies of a contract, as a contract whose operations are its responses: a reply is validated as a request that has its headers
// and its body, so the messages are those of the service. What differs in the schemas:
//
//   readOnly, writeOnly   change places: a reply has no write-only properties
//   default               is left out: it does not stand for a property that a reply lacks
//   closed objects        are open for a client: it ignores properties that it does not know
//   oneOf                 is anyOf for a client: such properties do not tell branches apart
import { entriesOf, followReference, getIn, isObject, type JsonObject } from '@animal-store/spec';
import { mapSchemas } from '../schema-parts.js';
import type { Judge, Service } from '../service.js';
import { ServedContract } from './served-contract.js';
import { operationsOf } from './written-operations.js';

/**
 * @param document as written.
 * @param side whether a client judges replies, or the service makes them.
 */
export function createReplyContract(
  document: JsonObject,
  service: Service,
  side: 'client' | 'service',
): ServedContract {
  const components = Object(document.components);
  const schemas = mapValues(components.schemas, (schema) => readerSchema(schema, side));
  const paths = operationsOf(document).flatMap(({ pointer, node }) =>
    entriesOf(node.responses).map(([key, response]) => {
      const status = key === 'default' ? '{status}' : key.replace('XX', '{status}');
      const post = toOperation(followReference(document, response), document, side);
      return [replyPath(pointer, status), { post }];
    }),
  );
  const replies = { paths: Object.fromEntries(paths), components: { ...components, schemas } };
  const judge = service.createJudge(replies);
  // A client ignores a property that replies do not have, as any that it does not know.
  const ignored = side === 'client' ? 'is read-only' : undefined;
  const faultsOf: Judge = (operation, reply) => {
    if (side === 'service' && reply.body !== undefined && operation.node.requestBody === undefined)
      return [{ in: 'body', path: '', code: 'unexpected', message: 'is not declared' }];
    const faults = judge(operation, reply) ?? []; // that it cannot read the reply is no fault
    return faults.filter(({ message }) => message !== ignored);
  };
  return new ServedContract(replies, service, faultsOf, []);
}

/** The path under which a reply to an operation is judged. @param operation its pointer. */
export function replyPath(operation: string, status: string): string {
  return `/${encodeURIComponent(operation)}/${status}`;
}

function toOperation(response: unknown, document: JsonObject, side: 'client' | 'service') {
  const parameters = entriesOf(getIn(response, 'headers')).map(([name, header]) => {
    const node = followReference(document, header);
    return {
      ...Object(node),
      name,
      in: 'header',
      schema: readerSchema(getIn(node, 'schema'), side),
    };
  });
  const content = mapValues(getIn(response, 'content'), (media) => ({
    ...Object(media),
    schema: readerSchema(getIn(media, 'schema') ?? {}, side),
  }));
  const hasBody = Object.keys(content).length > 0;
  return {
    operationId: 'reply',
    responses: {},
    parameters,
    ...(hasBody && { requestBody: { required: true, content } }),
  };
}

function readerSchema(schema: unknown, side: 'client' | 'service'): unknown {
  if (!isObject(schema)) return schema;
  const isClient = side === 'client';
  const isLoose = isClient && !('anyOf' in schema);
  const names: Record<string, string> = { ...SWAPPED, ...(isLoose && { oneOf: 'anyOf' }) };
  const entries = Object.entries(schema)
    .filter(([key]) => key !== 'default')
    .filter(([key, value]) => !(isClient && key === 'additionalProperties' && value === false))
    .map(([key, value]) => [names[key] ?? key, value]);
  return mapSchemas(Object.fromEntries(entries), (inner) => readerSchema(inner, side));
}

const SWAPPED = { readOnly: 'writeOnly', writeOnly: 'readOnly' };

function mapValues(map: unknown, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(entriesOf(map).map(([name, value]) => [name, change(value)]));
}
