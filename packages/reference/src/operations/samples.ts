// Code samples of an operation, as a call of the SDK, a curl command and a call of fetch, with the values of the contract's
// examples.
import { inspect } from 'node:util';
import { isIdempotencyKey, type ParameterIn } from '@animal-store/core';
import { BASE_URL, quote } from '@animal-store/core/docs-files';
import type { Contract } from '@animal-store/spec/model';
import type { Product } from '../product.js';
import { type PageOperation, type PageParameter, pageOperations } from './operations.js';
import { toRequest } from './request.js';

export interface Samples {
  /** TypeScript: a call of the client that the quick start creates. Undefined if the product has no SDK. */
  sdk?: string;
  /** A command for a POSIX shell. It reads the key from the product's environment variable. So does `fetch`. */
  curl: string;
  fetch: string;
}

/** Half a page on a desktop, and a little more than a phone is wide. `inspect` leaves a margin of 10. */
const MAX_WIDTH = 70;

/** By operation. */
export function renderSamples(contract: Contract, product: Product): ReadonlyMap<string, Samples> {
  return new Map(
    pageOperations(contract).map((operation) => [operation.id, samplesOf(operation, product)]),
  );
}

export function samplesOf(operation: PageOperation, product: Product): Samples {
  const parameters = operation.parameters.filter(({ sample }) => sample !== undefined);
  const hasResult = operation.successes.some(({ mediaType }) => mediaType !== undefined);
  const request = readRequest(operation, parameters);
  return {
    ...(product.hasSdk && { sdk: renderCall(operation, parameters, hasResult) }),
    curl: renderCurl(request, product),
    fetch: renderFetch(request, product, hasResult),
  };
}

/** A program that creates a client and lists the items of the first operation that needs no arguments. */
export function renderQuickStart(contract: Contract, product: Product): string {
  return quickStartOf(pageOperations(contract), product);
}

export function quickStartOf(
  operations: readonly PageOperation[],
  { keyVariable }: Product,
): string {
  const loop = renderLoop(operations);
  return `import { AnimalStore } from '@animal-store/sdk';

const store = new AnimalStore({
  apiKey: process.env.${keyVariable} ?? '',
  baseUrl: '${BASE_URL}',
});${loop ? `\n\n${loop}` : ''}`;
}

/** A loop over all pages; undefined if no operation has pages and needs no arguments. */
export function renderLoop(operations: readonly PageOperation[]): string | undefined {
  const listing = operations.find(
    ({ isPaged, parameters }) => isPaged && parameters.every(({ isRequired }) => !isRequired),
  );
  return (
    listing && `for await (const item of store.${listing.id}.all()) {\n  console.log(item);\n}`
  );
}

/** Without `Authorization`. */
function readRequest({ method, path, body }: PageOperation, parameters: readonly PageParameter[]) {
  const sent = parameters.map(({ sample, ...parameter }) => ({
    ...parameter,
    texts: [sample].flat().map((item) => String(item ?? '')),
  }));
  const { url, headers } = toRequest(path, sent);
  if (body?.sample !== undefined) headers['Content-Type'] = body.mediaType;
  return {
    method: method.toUpperCase(),
    url: BASE_URL + url,
    headers,
    body: JSON.stringify(body?.sample),
  };
}

function renderCurl(
  { method, url, headers, body }: ReturnType<typeof readRequest>,
  { keyVariable }: Product,
): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    `-H "Authorization: Bearer $${keyVariable}"`,
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ');
}

function renderFetch(
  { method, url, headers, body }: ReturnType<typeof readRequest>,
  { keyVariable }: Product,
  hasResult: boolean,
): string {
  const init = toSource({
    ...(method !== 'GET' && { method }),
    headers: { Authorization: `Bearer process.env.${keyVariable}`, ...headers },
    body,
  }).replace(/'Bearer (process[.\w]+)'/, "'Bearer ' + $1");
  return `const response = await fetch(${toSource(url)}, ${init});
if (!response.ok) throw new Error(await response.text());${
    hasResult ? '\nconsole.log(await response.json());' : ''
  }`;
}

function renderCall(
  { id, isStructured, isPaged, body }: PageOperation,
  parameters: readonly PageParameter[],
  hasResult: boolean,
): string {
  const argument = toArgument(parameters, body?.sample, isStructured);
  const name = isPaged ? 'page' : 'result';
  const start = `${hasResult ? `const ${name} = ` : ''}await store.${id}(`;
  const text = Object.values(argument).some((value) => value !== undefined)
    ? toSource(argument, start.length)
    : '';
  const end = hasResult ? `\nconsole.log(${isPaged ? 'page.items' : name});` : '';
  return `${start}${text});${end}`;
}

/** One object or, if it would have a name twice, one of parts. */
function toArgument(
  parameters: readonly PageParameter[],
  body: unknown,
  isStructured: boolean,
): object {
  const partOf = (location: ParameterIn) => {
    const part = parameters.filter((one) => one.in === location && !isIdempotencyKey(one));
    return Object.fromEntries(part.map(({ name, sample }) => [name, sample]));
  };
  const parts = { path: partOf('path'), query: partOf('query'), headers: partOf('header') };
  if (!isStructured) return { ...parts.path, ...parts.query, ...parts.headers, ...Object(body) };
  const used = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  return { ...Object.fromEntries(used), body };
}

/** Source of a JSON value. Integers that a double cannot represent become bigints. @param column Where it begins on its line. */
function toSource(value: unknown, column = 0): string {
  const exact: unknown = JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    Number.isInteger(item) && !Number.isSafeInteger(item) ? BigInt(Number(item)) : item,
  );
  const unlimited = { depth: null, maxArrayLength: null, maxStringLength: null };
  return inspect(exact, { ...unlimited, compact: 9, breakLength: MAX_WIDTH - column });
}
