// Examples: answers operations with the contract's examples, chosen by the header `Prefer: code=404, example=name`.
import { invalidRequest } from '@animal-store/core/errors';
import { ErrorDetails } from '@animal-store/core/validation';
import type { Examples } from '@animal-store/engine/internal/api';
import type { Contract } from '@animal-store/engine/internal/contract';
import { indexOfHeader } from '@animal-store/engine/internal/http/headers';
import { toJsonText } from '@animal-store/engine/internal/lib/json';
import type { ExampleReply } from '@animal-store/spec/outputs';
import { EXAMPLE_REPLIES } from './example-replies.js';

/**
 * Answers with `X-Example: true`: by default, the first example of the first success status.
 * @param hasHandler whether to leave an operation to its handler.
 */
export function serveExamples(contract: Contract, hasHandler: (id: string) => boolean): Examples {
  return (exchange, { id }) => {
    const replies = EXAMPLE_REPLIES.get(id);
    if (replies === undefined || hasHandler(id)) return false;
    const preferred = readPreferences(exchange.req.get('Prefer') ?? '');
    const reply = replies.find((candidate) => isPreferred(candidate, preferred));
    if (reply === undefined) throw noSuchExample(contract, replies);
    const { status, mediaType, body } = reply;
    const text = mediaType === undefined ? undefined : toJsonText(body);
    const isNew = (name: string) => indexOfHeader(exchange.headers, name) < 0;
    const headers = Object.entries(reply.headers).filter(([name]) => isNew(name));
    exchange.send(status, text, mediaType, { ...Object.fromEntries(headers), 'X-Example': 'true' });
    return true;
  };
}

/** The contract with the headers of examples, which a browser on another origin may then send and read. */
export function withExampleHeaders(contract: Contract): Contract {
  return {
    ...contract,
    requestHeaders: [...contract.requestHeaders, 'Prefer'],
    responseHeaders: [...contract.responseHeaders, 'X-Example'],
  };
}

interface Preferences {
  code?: string;
  example?: string;
}

/** Other preferences are ignored. Source: RFC 7240, 2. */
function readPreferences(header: string): Preferences {
  const pairs = header.matchAll(/(?:^|[,;])\s*(code|example)\s*=\s*"?([^",;\s]+)/gi);
  return Object.fromEntries(
    Array.from(pairs, ([, name = '', value]) => [name.toLowerCase(), value]),
  );
}

function isPreferred({ status, name }: ExampleReply, { code, example }: Preferences): boolean {
  return (
    (code === undefined || code === String(status)) && (example === undefined || example === name)
  );
}

function noSuchExample(contract: Contract, replies: readonly ExampleReply[]): Error {
  const codes = new Set(replies.map(({ status }) => status));
  const examples = replies.flatMap(({ name = [] }) => name);
  const details = new ErrorDetails(contract.errorBounds);
  const message = `must choose a code of this operation (${[...codes].join(', ')}) or one of its examples (${examples.join(', ')})`;
  details.add('header', ['Prefer'], { code: 'enum', message });
  return invalidRequest(...details.all);
}
