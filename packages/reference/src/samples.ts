// Code samples of an operation, as a call of the SDK, a curl command and a call of fetch, with the values of the contract's
// examples.
import {
  type ContractDocument,
  callShape,
  isIdempotencyKey,
  type OperationSpec,
  type Parameter,
  type ParameterIn,
  type ParameterSpec,
  resolve,
} from '@animal-store/contract';
import { exampleOf, sampleOf } from '@animal-store/contract/examples';
import { toSource } from './source-text.js';

export interface Samples {
  /** TypeScript: a call of the client that `firstCall` creates. */
  sdk: string;
  /** A command for a POSIX shell. It reads the key from the environment variable `ANIMAL_STORE_KEY`. So does `fetch`. */
  curl: string;
  fetch: string;
}

/** Stands for the URL of the service, with its version, which only the page knows. */
export const BASE_URL = '{baseUrl}';
export const INSTALL_COMMAND = 'npm install @animal-store/sdk';

type Value = readonly [parameter: ParameterSpec, value: unknown];

export function renderSamples(operation: OperationSpec, document: ContractDocument): Samples {
  const values = operation.parameters.flatMap((parameter): Value[] => {
    const value = parameterValue(operation, parameter, document);
    return value === undefined ? [] : [[parameter, value]];
  });
  const body = bodyValue(operation, document);
  const request = toRequest(operation, values, body);
  return {
    sdk: renderCall(operation, values, body, document),
    curl: renderCurl(request),
    fetch: renderFetch(request, operation),
  };
}

/** A program that creates a client and lists the items of the first operation that needs no arguments. */
export function renderFirstCall(
  operations: readonly OperationSpec[],
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
export function parameterValue(
  operation: OperationSpec,
  parameter: ParameterSpec,
  document: ContractDocument,
): unknown {
  const declared = declaredParameter(operation, parameter, document);
  const example = exampleOf(declared, document);
  return (
    example ?? (parameter.isRequired ? sampleOf(declared.schema, document, 'request') : undefined)
  );
}

export function declaredParameter(
  { path, method, id }: OperationSpec,
  { name, in: location }: ParameterSpec,
  document: ContractDocument,
): Parameter {
  const entries = document.paths[path]?.[method]?.parameters ?? [];
  const declared = entries
    .map((entry) => resolve<Parameter>(entry, document))
    .find((entry) => entry.name === name && entry.in === location);
  if (declared === undefined) throw new Error(`${id} has no parameter ${name}`);
  return declared;
}

export function bodyValue(
  { path, method, body }: OperationSpec,
  document: ContractDocument,
): unknown {
  const declared = document.paths[path]?.[method]?.requestBody;
  if (body === undefined || declared === undefined) return undefined;
  const media = resolve(declared, document).content[body.mediaType] ?? {};
  const example = exampleOf(media, document);
  return example === undefined ? sampleOf(media.schema ?? {}, document, 'request') : example;
}

interface SampleRequest {
  method: string;
  url: string;
  /** Without `Authorization`. */
  headers: readonly (readonly [name: string, value: string])[];
  /** JSON. */
  body?: string;
}

function toRequest(
  { method, path, body: sentBody }: OperationSpec,
  values: readonly Value[],
  body: unknown,
): SampleRequest {
  const address = values
    .filter(([parameter]) => parameter.in === 'path')
    .reduce((url, [{ name }, value]) => url.replace(`{${name}}`, () => encode(value)), path);
  const query = values.filter(([parameter]) => parameter.in === 'query').flatMap(toPairs);
  const headers = values
    .filter(([parameter]) => parameter.in === 'header')
    .map(([{ name }, value]) => [name, value === null ? '' : String(value)] as const);
  return {
    method: method.toUpperCase(),
    url: `${BASE_URL}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers:
      sentBody && body !== undefined ? [...headers, ['Content-Type', sentBody.mediaType]] : headers,
    ...(sentBody && body !== undefined && { body: JSON.stringify(body) }),
  };
}

function renderCurl({ method, url, headers, body }: SampleRequest): string {
  const sent = headers.map(([name, value]) =>
    quote(value === '' ? `${name};` : `${name}: ${value}`),
  );
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    '-H "Authorization: Bearer $ANIMAL_STORE_KEY"',
    ...sent.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ');
}

function renderFetch(
  { method, url, headers, body }: SampleRequest,
  { successes }: OperationSpec,
): string {
  const lines = headers.map(([name, value]) => `    ${toSource(name)}: ${toSource(value)},\n`);
  const hasBody = successes.some(({ mediaType }) => mediaType !== undefined);
  return [
    `const response = await fetch(${toSource(url)}, {\n`,
    method === 'GET' ? '' : `  method: '${method}',\n`,
    "  headers: {\n    Authorization: 'Bearer ' + process.env.ANIMAL_STORE_KEY,\n",
    ...lines,
    '  },\n',
    body === undefined ? '' : `  body: ${toSource(body)},\n`,
    '});\nif (!response.ok) throw new Error(await response.text());',
    hasBody ? '\nconsole.log(await response.json());' : '',
  ].join('');
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
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function renderCall(
  operation: OperationSpec,
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
