// Example replies of an operation: for each status that the contract declares, its examples, or a sample of its schema.
import { joinPointer } from '../../json-pointer.js';
import { contentOf, type Operation, type Reply, type Use } from '../../model/index.js';
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
export function readReplies({ replies }: Operation): ExampleReply[] {
  const isError = ([status]: [string, unknown]) => Number(!status.startsWith('2'));
  return [...replies]
    .filter(([status]) => /^\d{3}$/.test(status))
    .sort((one, other) => isError(one) - isError(other))
    .flatMap(([status, reply]) => {
      const headers = readHeaders(reply.value);
      return readBodies(reply).map((body) => ({ status: Number(status), headers, ...body }));
    });
}

type ExampleBody = Pick<ExampleReply, 'name' | 'mediaType' | 'body' | 'sampledFrom'>;

function readBodies({ at, value }: Use<Reply>): ExampleBody[] {
  const content = contentOf(value);
  if (content === undefined) return [{ name: undefined, mediaType: undefined, body: undefined }];
  const { mediaType, media } = content;
  const named = media.examples.filter(({ name }) => name !== undefined);
  const examples = named.length > 0 ? named : media.examples;
  if (examples.length > 0)
    return examples.map(({ name, value: body }) => ({ name, mediaType, body }));
  return [
    {
      name: undefined,
      mediaType,
      body: sampleOf(media.schema),
      sampledFrom: joinPointer(at, 'content', mediaType, 'schema').slice('#'.length),
    },
  ];
}

/**
 * Required headers alone. An optional one says something about a reply, such as that another page follows: a client that
 * follows such a link through examples would not end.
 */
function readHeaders({ headers }: Reply): Record<string, string> {
  const required = [...headers].filter(([, { value }]) => value.isRequired);
  return Object.fromEntries(
    required.map(([name, { value: header }]) => [
      name,
      String(exampleOf(header) ?? sampleOf(header.schema) ?? ''),
    ]),
  );
}
