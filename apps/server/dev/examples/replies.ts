// Example replies of an operation: for each status that the contract declares, its examples, or a sample of its schema.
import { type ContractDocument, type Reference, resolve } from '@animal-store/contract';
import type { ContractOperation } from '../../src/contract/contract.js';
import { type SchemaOrReference, sampleOf } from './sample.js';

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

interface HeaderObject extends WithExamples {
  required?: boolean;
}
interface WithExamples {
  [keyword: string]: unknown;
  schema?: SchemaOrReference;
  example?: unknown;
  examples?: Readonly<Record<string, { value?: unknown } | Reference>>;
}
interface ResponseObject {
  headers?: Readonly<Record<string, HeaderObject | Reference>>;
  content?: Readonly<Record<string, WithExamples>>;
}

/** The replies with a success status are first, each in the order of the contract. */
export function readReplies(
  { method, path }: ContractOperation,
  document: ContractDocument,
): ExampleReply[] {
  const responses = Object.entries(document.paths[path]?.[method]?.responses ?? {});
  const isError = ([status]: [string, unknown]) => Number(!status.startsWith('2'));
  return responses
    .filter(([status]) => /^\d{3}$/.test(status))
    .sort((one, other) => isError(one) - isError(other))
    .flatMap(([status, entry]) => {
      const response = resolve(entry as ResponseObject | Reference, document);
      const headers = readHeaders(response, document);
      const pointer = ['paths', path, method, 'responses', status].map(escapeToken).join('/');
      return readBodies(response, document, `/${pointer}`).map((body) => ({
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
  pointer: string,
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
      sampledFrom: `${pointer}/content/${escapeToken(mediaType)}/schema`,
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
    const { required, schema = {}, example, examples } = resolve<HeaderObject>(entry, document);
    if (!required) continue;
    const [first] = Object.values(examples ?? {});
    const named = first && resolve<{ value?: unknown }>(first, document).value;
    values[name] = String(example ?? named ?? sampleOf(schema, document) ?? '');
  }
  return values;
}

/** Source: RFC 6901, 3. */
function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
