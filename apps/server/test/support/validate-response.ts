// Validation of a response against the contract: status, headers and body.
import {
  type ContractDocument,
  type ErrorCode,
  type ErrorDetail,
  resolve,
} from '@animal-store/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Contract } from '../../src/contract/contract.js';

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
export interface ResponseBody extends ReadonlyArray<ResponseItem>, ResponseItem {
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

const ajvByDocument = new WeakMap<ContractDocument, Ajv2020>();

/** Response components for requests that match no operation. */
const RESPONSE_WITHOUT_OPERATION: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
};

/** @throws an Error that says how the response violates the contract. */
export function expectValidResponse(
  contract: Contract,
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
  const schema = response.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${method} ${target}: ${reply.status} has no schema`);
  if (reply.headers.get('content-type') !== 'application/json')
    throw new Error('the Content-Type is not application/json');
  const ajv = ajvFor(document);
  if (!ajv.validate(`contract#${pointerTo(document, schema)}`, reply.json)) {
    throw new Error(`${method} ${target}: ${ajv.errorsText()} in ${reply.text}`);
  }
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

/** @throws if the schema is inline: response schemas must be references to components. */
function pointerTo(document: ContractDocument, schema: object): string {
  if ('$ref' in schema && typeof schema.$ref === 'string') return schema.$ref.slice(1);
  throw new Error(`inline response schema in ${document.info.title}`);
}

function ajvFor(document: ContractDocument): Ajv2020 {
  let ajv = ajvByDocument.get(document);
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false });
    formats.default(ajv, ['date-time']);
    ajv.addFormat('int64', true);
    ajv.addFormat('int32', true);
    ajv.addSchema({ $id: 'contract', components: document.components });
    ajvByDocument.set(document, ajv);
  }
  return ajv;
}
