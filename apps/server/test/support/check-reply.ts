// A check of a reply against the contract: its status, its headers, those that it must have and no others, and its body.
import { type ContractDocument, resolve } from '@animal-store/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Contract } from '../../src/contract/contract.js';

export interface CheckedReply {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed by JSON.parse, which rounds large integers: look at `text` for those. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of many shapes
  json: any;
}

interface ResponseObject {
  headers?: Record<string, { required?: boolean } | { $ref: string }>;
  content?: Record<string, { schema: object }>;
}

const validators = new WeakMap<ContractDocument, Ajv2020>();

/** Replies outside every operation are judged by these shared responses. */
const OUTSIDE: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
};

/** @throws an Error that says how the reply breaks the contract. */
export function expectInContract(
  contract: Contract,
  method: string,
  target: string,
  reply: CheckedReply,
): void {
  const { document } = contract;
  const path = target.split('?')[0] ?? '';
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = contract.operations.find((op) => op.method === wanted && op.match(path));
  const declared = operation
    ? document.paths[operation.path]?.[operation.method]?.responses[reply.status]
    : { $ref: `#/components/responses/${OUTSIDE[reply.status]}` };
  if (method === 'OPTIONS' && reply.status === 204) {
    expectHeaders(['x-ratelimit-limit', 'x-request-id'], reply);
    return;
  }
  if (declared === undefined)
    throw new Error(`${method} ${target}: ${reply.status} is not declared`);

  const response = resolve(declared as ResponseObject, document);
  expectDeclared(Object.keys(response.headers ?? {}), reply);
  const required = Object.entries(response.headers ?? {})
    .filter(([, header]) => resolve(header as { required?: boolean }, document).required)
    .map(([name]) => name);
  expectHeaders(required, reply);
  if (method === 'HEAD') return;
  const schema = response.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${method} ${target}: ${reply.status} has no schema`);
  if (reply.headers.get('content-type') !== 'application/json')
    throw new Error('not application/json');
  const ajv = validatorOf(document);
  if (!ajv.validate(`contract#${pointerTo(document, schema)}`, reply.json)) {
    throw new Error(`${method} ${target}: ${ajv.errorsText()} in ${reply.text}`);
  }
}

/** Headers of HTTP itself, of any reply. */
const GENERAL =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:type|length)|cache-control|x-content-type-options|vary|access-control-.*)$/;

function expectDeclared(names: readonly string[], reply: CheckedReply): void {
  const declared = new Set(names.map((name) => name.toLowerCase()));
  for (const name of reply.headers.keys()) {
    if (!declared.has(name) && !GENERAL.test(name))
      throw new Error(`${reply.status} has the header ${name}, which is not declared`);
  }
}

function expectHeaders(names: readonly string[], reply: CheckedReply): void {
  for (const name of names) {
    if (!reply.headers.has(name)) throw new Error(`${reply.status} lacks the header ${name}`);
  }
}

/** Every response schema of the contract is a reference to a component. */
function pointerTo(document: ContractDocument, schema: object): string {
  if ('$ref' in schema && typeof schema.$ref === 'string') return schema.$ref.slice(1);
  throw new Error(`an inline response schema in ${document.info.title}`);
}

function validatorOf(document: ContractDocument): Ajv2020 {
  let ajv = validators.get(document);
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false });
    formats.default(ajv, ['date-time']);
    ajv.addFormat('int64', true);
    ajv.addFormat('int32', true);
    ajv.addSchema({ $id: 'contract', components: document.components });
    validators.set(document, ajv);
  }
  return ajv;
}
