// Replies of a contract as a document whose operations are its responses: a reply is validated as a request that has its headers and
// its body, so the messages are those of the service. What differs in the schemas:
//
//   readOnly, writeOnly   change places: a reply has no write-only properties
//   default               is left out: it does not stand for a property that a reply lacks
//   closed objects        are open for a client: it ignores properties that it does not know
//   oneOf                 is anyOf for a client: such properties do not tell branches apart
import { type SealedDocument, sealDocument, unsealDocument } from '../../document.js';
import { entriesOf, getIn, isObject, type JsonObject } from '../../json.js';
import { followReference, formatPointer } from '../../json-pointer.js';
import { isMethod } from '../../methods.js';

/** Whether a client judges replies, or the service makes them. */
export type ReplyReader = 'client' | 'service';

export function toReplyDocument(sealed: SealedDocument, reader: ReplyReader): SealedDocument {
  const document = unsealDocument(sealed);
  const components = isObject(document.components) ? document.components : {};
  const schemas = mapValues(components.schemas, (schema) => toReaderSchema(schema, reader));
  const paths = entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([key]) => isMethod(key))
      .flatMap(([method, operation]) =>
        entriesOf(getIn(operation, 'responses')).map(([key, response]) => {
          const status = key === 'default' ? '{status}' : key.replace('XX', '{status}');
          const post = toOperation(followReference(document, response), document, reader);
          return [replyPath(formatPointer('paths', path, method), status), { post }];
        }),
      ),
  );
  return sealDocument({
    paths: Object.fromEntries(paths),
    components: { ...components, schemas },
  });
}

/** The path under which a reply to an operation is judged. @param operation its pointer. */
export function replyPath(operation: string, status: string): string {
  return `/${encodeURIComponent(operation)}/${status}`;
}

function toOperation(response: unknown, document: JsonObject, reader: ReplyReader) {
  const parameters = entriesOf(getIn(response, 'headers')).map(([name, header]) => {
    const node = followReference(document, header);
    const schema = toReaderSchema(getIn(node, 'schema'), reader);
    return { ...Object(node), name, in: 'header', schema };
  });
  const content = mapValues(getIn(response, 'content'), (media) => ({
    ...Object(media),
    schema: toReaderSchema(getIn(media, 'schema') ?? {}, reader),
  }));
  const hasBody = Object.keys(content).length > 0;
  return {
    operationId: 'reply',
    responses: {},
    parameters,
    ...(hasBody && { requestBody: { required: true, content } }),
  };
}

const SWAPPED: Readonly<Record<string, string>> = { readOnly: 'writeOnly', writeOnly: 'readOnly' };

function toReaderSchema(schema: unknown, reader: ReplyReader): unknown {
  if (!isObject(schema)) return schema;
  const isClient = reader === 'client';
  const names: typeof SWAPPED = {
    ...SWAPPED,
    ...(isClient && !('anyOf' in schema) && { oneOf: 'anyOf' }),
  };
  const entries = Object.entries(schema)
    .filter(([key]) => key !== 'default')
    .filter(([key, value]) => !(isClient && key === 'additionalProperties' && value === false))
    .map(([key, value]) => [names[key] ?? key, toReaderSchemas(key, value, reader)]);
  return Object.fromEntries(entries);
}

/** The schemas in the value of a keyword; another value as it is. */
function toReaderSchemas(keyword: string, value: unknown, reader: ReplyReader): unknown {
  if (/^(?:items|additionalProperties)$/.test(keyword)) return toReaderSchema(value, reader);
  if (/^(?:allOf|anyOf|oneOf)$/.test(keyword) && Array.isArray(value))
    return value.map((inner) => toReaderSchema(inner, reader));
  return keyword === 'properties' && isObject(value)
    ? mapValues(value, (inner) => toReaderSchema(inner, reader))
    : value;
}

function mapValues(map: unknown, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(entriesOf(map).map(([name, value]) => [name, change(value)]));
}
