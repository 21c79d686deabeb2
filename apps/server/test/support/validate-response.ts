// Validation of a response against the contract: status, headers and body.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import { FORMATS } from '@animal-store/core/validation';
import { type ContractDocument, resolve, type Schema } from '@animal-store/spec/document';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestContract } from './read-contract.js';

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed with JSON.parse, which rounds large integers. Use `text` to test those. */
  json: ResponseBody;
}

/**
 * Body of a response: an item, a page of items, or an error. A test reads the properties of the one that it expects, and
 * `expectValidResponse` checks the body against the contract.
 */
interface ResponseBody extends ReadonlyArray<ResponseItem>, ResponseItem {
  code: ErrorCode;
  message: string;
  details: readonly ErrorDetail[];
}

interface ResponseItem {
  id: number;
  name: string;
  /** Of an animal or of an error. */
  status?: unknown;
}

interface ResponseObject {
  headers?: Record<string, { required?: boolean } | { $ref: string }>;
  content?: Record<string, { schema: object }>;
}

/** By the contract, whose components each has compiled at most once, and then by the schemas of its responses. */
const compilers = new WeakMap<ContractDocument, Ajv2020>();
const validators = new WeakMap<ContractDocument, WeakMap<object, ValidateFunction>>();

/** Response components for requests that match no operation. */
const RESPONSE_WITHOUT_OPERATION: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
};

/** @throws an Error that says how the response violates the contract. */
export function expectValidResponse(
  contract: TestContract,
  method: string,
  target: string,
  reply: TestResponse,
): void {
  const { document } = contract;
  const path = target.split('?')[0] ?? '';
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = contract.operations.find((op) => op.method === verb && op.match(path));
  const declared = operation
    ? document.paths[operation.path]?.[operation.method]?.responses[reply.status]
    : { $ref: `#/components/responses/${RESPONSE_WITHOUT_OPERATION[reply.status]}` };
  if (method === 'OPTIONS' && reply.status === 204) {
    checkPresent(['x-ratelimit-limit', 'x-request-id'], reply);
    return;
  }
  if (declared === undefined)
    throw new Error(`${method} ${target}: ${reply.status} is not declared`);

  const response = resolve(declared as ResponseObject, document);
  checkAllDeclared(Object.keys(response.headers ?? {}), reply);
  const required = Object.entries(response.headers ?? {})
    .filter(([, header]) => resolve(header as { required?: boolean }, document).required)
    .map(([name]) => name);
  checkPresent(required, reply);
  if (method === 'HEAD') return;
  const [mediaType, { schema } = {}] = Object.entries(response.content ?? {})[0] ?? [];
  expectMediaType(mediaType, reply);
  if (schema === undefined) return;
  const validate = validatorOf(schema, document);
  if (!validate(reply.json)) {
    const errors = new Ajv2020().errorsText(validate.errors);
    throw new Error(`${method} ${target}: ${errors} in ${reply.text}`);
  }
}

function expectMediaType(declared: string | undefined, { status, headers, text }: TestResponse) {
  const sent = headers.get('content-type') ?? undefined;
  if (sent !== declared) throw new Error(`${status} has the media type ${sent}, not ${declared}`);
  if (declared === undefined && text !== '') throw new Error(`${status} has a body: ${text}`);
}

/** HTTP headers that any response may have without a declaration. */
const UNDECLARED_HEADERS =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:type|length)|cache-control|x-content-type-options|vary|access-control-.*)$/;

function checkAllDeclared(names: readonly string[], reply: TestResponse): void {
  const declared = new Set(names.map((name) => name.toLowerCase()));
  for (const name of reply.headers.keys()) {
    if (!declared.has(name) && !UNDECLARED_HEADERS.test(name))
      throw new Error(`${reply.status} has the header ${name}, which is not declared`);
  }
}

function checkPresent(names: readonly string[], reply: TestResponse): void {
  for (const name of names) {
    if (!reply.headers.has(name)) throw new Error(`${reply.status} lacks the header ${name}`);
  }
}

function validatorOf(schema: object, document: ContractDocument): ValidateFunction {
  const compiled = validators.get(document) ?? new WeakMap<object, ValidateFunction>();
  validators.set(document, compiled);
  let validate = compiled.get(schema);
  if (validate === undefined) {
    const text = JSON.stringify(withoutWriteOnly(schema, document));
    validate = compilerOf(document).compile(
      JSON.parse(text.replaceAll('"#/components/', '"contract#/components/')),
    );
    compiled.set(schema, validate);
  }
  return validate;
}

function compilerOf(document: ContractDocument): Ajv2020 {
  const existing = compilers.get(document);
  if (existing) return existing;
  // the build has validated the schemas
  const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: FORMATS });
  const components = withoutWriteOnly({ schemas: document.components.schemas }, document);
  compilers.set(document, ajv.addSchema({ components }, 'contract'));
  return ajv;
}

/** The same schemas, in which a write-only property is not required and has no valid value. */
function withoutWriteOnly(value: unknown, document: ContractDocument): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWriteOnly(item, document));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutWriteOnly(inner, document)]),
  );
  const { properties, required } = copy;
  if (typeof properties !== 'object' || properties === null) return copy;
  const hidden = Object.entries(properties)
    .filter(([, property]) => resolve<Schema>(property, document).writeOnly === true)
    .map(([name]) => name);
  const refused = Object.fromEntries(hidden.map((name) => [name, false]));
  return {
    ...copy,
    properties: { ...properties, ...refused },
    ...(Array.isArray(required) && { required: required.filter((name) => !hidden.includes(name)) }),
  };
}
