// Example replies of an operation: for each status that the contract declares, its examples, or a sample of its schema.
import type { OperationSpec } from '@animal-store/core';
import { pointer } from '@animal-store/core/validation';
import type { ContractDocument, ResponseObject } from '../document.js';
import { resolve } from '../resolve.js';
import { exampleOf } from './example.js';
import { sampleOf } from './sample.js';

export interface ExampleReply {
  status: number;
  /** The example's name; undefined for an example without one, and for a sample. */
  name: string | undefined;
  /** The headers that every such reply must have. */
  headers: Readonly<Record<string, string>>;
  /** Undefined if the reply has no body. */
  mediaType: string | undefined;
  body: unknown;
  /** The JSON Pointer of the schema, if the body is a sample of it: it may be invalid. */
  sampledFrom?: string;
}

/** The replies with a success status are first, each in the order of the contract. */
export function readReplies(
  { method, path }: Pick<OperationSpec, 'method' | 'path'>,
  document: ContractDocument,
): ExampleReply[] {
  const responses = Object.entries(document.paths[path]?.[method]?.responses ?? {});
  const isError = ([status]: [string, unknown]) => Number(!status.startsWith('2'));
  return responses
    .filter(([status]) => /^\d{3}$/.test(status))
    .sort((one, other) => isError(one) - isError(other))
    .flatMap(([status, entry]) => {
      const response = resolve(entry, document);
      const headers = readHeaders(response, document);
      const place = ['paths', path, method, 'responses', status];
      return readBodies(response, document, place).map((body) => ({
        status: Number(status),
        headers,
        ...body,
      }));
    });
}

type ExampleBody = Pick<ExampleReply, 'name' | 'mediaType' | 'body' | 'sampledFrom'>;

function readBodies(
  { content = {} }: ResponseObject,
  document: ContractDocument,
  place: readonly string[],
): ExampleBody[] {
  const [mediaType, media] = Object.entries(content)[0] ?? [];
  if (mediaType === undefined || media === undefined)
    return [{ name: undefined, mediaType: undefined, body: undefined }];
  const { schema = {}, example, examples = {} } = media;
  const named = Object.entries(examples).map(([name, entry]) => ({
    name,
    mediaType,
    body: resolve<{ value?: unknown }>(entry, document).value,
  }));
  if (named.length > 0) return named;
  if (example !== undefined) return [{ name: undefined, mediaType, body: example }];
  return [
    {
      name: undefined,
      mediaType,
      body: sampleOf(schema, document),
      sampledFrom: pointer([...place, 'content', mediaType, 'schema']),
    },
  ];
}

/**
 * Required headers alone. An optional one says something about a reply, such as that another page follows: a client that
 * follows such a link through examples would not end.
 */
function readHeaders(
  { headers = {} }: ResponseObject,
  document: ContractDocument,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, entry] of Object.entries(headers)) {
    const header = resolve(entry, document);
    if (!header.required) continue;
    const { schema = {} } = header;
    values[name] = String(exampleOf(header, document) ?? sampleOf(schema, document) ?? '');
  }
  return values;
}
