// Code samples of an operation, as a curl command and as a call of the SDK, with the values of the contract's examples.
import {
  type ContractDocument,
  callShape,
  isIdempotencyKey,
  type ParameterIn,
  resolve,
} from '@animal-store/contract';
import { exampleOf, sampleOf } from '@animal-store/contract/examples';
import type { ContractOperation, ContractParameter } from '../contract/contract.js';
import { toSource } from './source-text.js';

export interface Samples {
  /** A command for a POSIX shell. It reads the key from the environment variable `ANIMAL_STORE_KEY`. */
  curl: string;
  /** TypeScript: a call of the client that `firstCall` creates. */
  sdk: string;
}

/** Stands for the URL of the service, with its version, which only the page knows. */
export const BASE_URL = '{baseUrl}';
export const INSTALL_COMMAND = 'npm install @animal-store/sdk';

type Value = readonly [parameter: ContractParameter, value: unknown];

export function renderSamples(operation: ContractOperation, document: ContractDocument): Samples {
  const values = operation.parameters.flatMap((parameter): Value[] => {
    const value = parameterValue(parameter, document);
    return value === undefined ? [] : [[parameter, value]];
  });
  const body = bodyValue(operation, document);
  return {
    curl: renderCurl(operation, values, body),
    sdk: renderCall(operation, values, body, document),
  };
}

/** A program that creates a client and lists the items of the first operation that needs no arguments. */
export function renderFirstCall(
  operations: readonly ContractOperation[],
  document: ContractDocument,
): string {
  const listing = operations.find(
    (operation) =>
      callShape(operation, document).isPaged &&
      operation.parameters.every(({ isRequired }) => !isRequired),
  );
  const call =
    listing && `\n\nfor await (const item of store.${listing.id}.all()) {\n  console.log(item);\n}`;
  return `import { AnimalStore } from '@animal-store/sdk';

const store = new AnimalStore({
  apiKey: process.env.ANIMAL_STORE_KEY ?? '',
  baseUrl: '${BASE_URL}',
});${call ?? ''}`;
}

/** Undefined for a parameter that the sample leaves out: an optional one without an example. */
function parameterValue(parameter: ContractParameter, document: ContractDocument): unknown {
  const { isRequired, schema } = parameter;
  const example = exampleOf(parameter, document);
  return example ?? (isRequired ? sampleOf(schema, document, 'request') : undefined);
}

function bodyValue({ path, method, body }: ContractOperation, document: ContractDocument): unknown {
  const declared = document.paths[path]?.[method]?.requestBody;
  if (body === undefined || declared === undefined) return undefined;
  const media = resolve(declared, document).content[body.mediaType] ?? {};
  const example = exampleOf(media, document);
  return example === undefined ? sampleOf(media.schema ?? {}, document, 'request') : example;
}

function renderCurl(
  { method, path, body: sentBody }: ContractOperation,
  values: readonly Value[],
  body: unknown,
): string {
  const address = values
    .filter(([parameter]) => parameter.in === 'path')
    .reduce((url, [{ name }, value]) => url.replace(`{${name}}`, () => encode(value)), path);
  const query = values.filter(([parameter]) => parameter.in === 'query').flatMap(toPairs);
  const url = `${BASE_URL}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = values
    .filter(([parameter]) => parameter.in === 'header')
    .map(([{ name }, value]) => quote(`${name}${value === null ? ';' : `: ${String(value)}`}`));
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quote(url)}`,
    '-H "Authorization: Bearer $ANIMAL_STORE_KEY"',
    ...headers.map((header) => `-H ${header}`),
    ...(sentBody && body !== undefined
      ? [`-H ${quote(`Content-Type: ${sentBody.mediaType}`)}`, `-d ${quote(JSON.stringify(body))}`]
      : []),
  ].join(' \\\n  ');
}

function toPairs([{ name, list }, value]: Value): string[] {
  const items = Array.isArray(value) ? value.map(encode) : [encode(value)];
  const texts = list === 'repeated' ? items : [items.join(',')];
  return texts.map((text) => `${encodeURIComponent(name)}=${text}`);
}

function encode(value: unknown): string {
  return value === null ? '' : encodeURIComponent(String(value));
}

/** Text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function renderCall(
  operation: ContractOperation,
  values: readonly Value[],
  body: unknown,
  document: ContractDocument,
): string {
  const { isStructured, isPaged } = callShape(operation, document);
  const own = values.filter(([parameter]) => !isIdempotencyKey(parameter));
  const argument = isStructured ? toParts(own, body) : { ...toObject(own), ...toBody(body) };
  const hasResult = operation.successes.some(({ mediaType }) => mediaType !== undefined);
  const name = isPaged ? 'page' : 'result';
  const start = `${hasResult ? `const ${name} = ` : ''}await store.${operation.id}(`;
  const text = Object.keys(argument).length > 0 ? toSource(argument, '', start.length) : '';
  const end = hasResult ? `\nconsole.log(${isPaged ? 'page.items' : name});` : '';
  return `${start}${text});${end}`;
}

function toParts(values: readonly Value[], body: unknown): object {
  const part = (location: ParameterIn) =>
    toObject(values.filter(([parameter]) => parameter.in === location));
  const parts = { path: part('path'), query: part('query'), headers: part('header') };
  const used = Object.entries(parts).filter(([, entries]) => Object.keys(entries).length > 0);
  return { ...Object.fromEntries(used), ...(body !== undefined && { body }) };
}

function toObject(values: readonly Value[]): Record<string, unknown> {
  return Object.fromEntries(values.map(([{ name }, value]) => [name, value]));
}

function toBody(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}
