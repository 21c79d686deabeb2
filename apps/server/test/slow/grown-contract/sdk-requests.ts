// Requests of requests.yaml as calls of the SDK: what the handler gets is the argument, and the body of the reply is the result.
import { readContract } from '@animal-store/spec/model';
import { callShape } from '@animal-store/spec/outputs';
import { parse, stringify } from 'lossless-json';
import {
  HTTP_CASES,
  type HttpCase,
  parseNumber,
  STORED,
} from '../../support/grown-contract/http-cases.js';
import type { TestContract } from '../../support/read-contract.js';

/** As JSON: a list of `{ name, id, argument, result }`. */
export function renderCalls(contract: TestContract): string {
  const { operations } = readContract(contract.document);
  const structured = operations.filter((operation) => callShape(operation).isStructured);
  const ids = new Set(structured.map(({ id }) => id));
  return stringify(HTTP_CASES.flatMap((one) => toCall(one, contract, ids) ?? [])) ?? '';
}

/**
 * @param structuredIds Of the operations whose argument has parts.
 * @returns undefined for a refusal, and for what the SDK cannot send.
 */
function toCall(
  one: HttpCase,
  { operations }: TestContract,
  structuredIds: ReadonlySet<string | undefined>,
): object | undefined {
  const { construct, request, headers, body, status, reply } = one;
  const [method = '', path = ''] = request.split(/[ ?]/);
  const operation = operations.find((op) => op.method === method.toLowerCase() && op.match(path));
  if (!operation || construct === STORED || status >= 300) return undefined;
  if (headers.includes('X-Tags: a,,b')) return undefined; // clients drop empty items of a header
  const result = reply.text === undefined ? reply.json : parseText(reply.text);
  const ids = Object.entries(operation.match(path) ?? {}).map(([name, id]) => [
    name,
    parseNumber(id),
  ]);
  const ownParts = { path: Object.fromEntries(ids), body: parseText(body) };
  const isEcho = typeof result === 'object' && result !== null && 'query' in result;
  const parts = reply.sent ?? (isEcho ? result : ownParts);
  const argument = structuredIds.has(operation.id)
    ? parts
    : Object.assign({}, ...Object.values(parts));
  return { name: `${request} ${headers.join()} ${body}`, id: operation.id, argument, result };
}

const parseText = (text = '') =>
  text === '' ? undefined : parse(text, undefined, { parseNumber });
