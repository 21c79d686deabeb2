// SDK operations: how each operation of the contract is called, and what its calls need at run time.
import {
  type ContractDocument,
  type OperationSpec as ContractSpec,
  callShape,
  mediaOf,
  type Operation,
  type OperationId,
  parametersOf,
  resolve,
  SCHEMA_TYPES,
  type Schema,
} from '@animal-store/contract';
import { datesOf } from '@animal-store/contract/http';
import { type ParameterSpec as ContractParameter, isIdempotencyKey } from '@animal-store/core';
import { deprecationNote } from '@animal-store/core/http';
import { Int64Places } from '@animal-store/spec/int64-places';
import { JSON_TYPE } from '../src/json.js';
import type { OperationSpec, ParameterSpec } from '../src/operation-spec.js';

export interface SdkOperation {
  id: OperationId;
  spec: OperationSpec;
  /** Whether it takes a `cursor` and returns an array. */
  isPaged: boolean;
  /** The operation as it stands in the contract, for its documentation. */
  operation: Operation;
  /** The types of the argument and of the data, or of a page's items, where a schema of the contract is such a type. */
  argument?: string;
  data?: string;
  /** With the dates of their deprecation, as documentation has them. */
  deprecatedParameters: readonly { name: string; note: string }[];
}

/**
 * @param places To which it adds those of the operations' messages.
 * @throws Error naming an operation that the SDK cannot call.
 */
export function toSdkOperations(
  specs: readonly ContractSpec[],
  document: ContractDocument,
  places = new Int64Places(($ref) => resolve({ $ref }, document)),
): SdkOperation[] {
  return specs.map((spec) => {
    const operation = document.paths[spec.path]?.[spec.method];
    if (operation === undefined) throw new Error(`${spec.id} is not in the contract`);
    const { isStructured, isPaged } = callShape(spec, document);
    const ownSpec = {
      ...toSpec(spec, isStructured),
      ...readMaxKeyLength(operation, document),
      ...readResult(spec, operation, document, isPaged),
      ...readInt64s(spec, operation, document, places),
    };
    const deprecatedParameters = parametersOf(operation, document)
      .filter(({ deprecated }) => deprecated === true)
      .map((parameter) => ({ name: parameter.name, note: deprecationNote(datesOf(parameter)) }));
    const types = readTypes(spec, ownSpec, isPaged, operation, document);
    return { id: spec.id, spec: ownSpec, isPaged, operation, ...types, deprecatedParameters };
  });
}

/** What successful responses are at their top. Values that the client assumes are left out. */
function readResult(
  { successes }: ContractSpec,
  { responses }: Operation,
  document: ContractDocument,
  isPaged: boolean,
): Pick<OperationSpec, 'result' | 'hasPageLinks'> {
  const received = successes
    .filter(({ mediaType }) => mediaType)
    .map(({ status }) => responses[status]);
  if (isPaged)
    return received.every((response) => response && resolve(response, document).headers?.Link)
      ? { hasPageLinks: true }
      : {};
  const types = received.map((response) => {
    const { schema } = mediaOf(response, document) ?? {};
    return schema && resolve<Schema>(schema, document).type;
  });
  if (types.every((type) => type === 'object')) return {};
  return { result: types.every((type) => type === 'array') ? 'list' : 'any' };
}

function readInt64s(
  { successes }: ContractSpec,
  { requestBody, responses }: Operation,
  document: ContractDocument,
  places: Int64Places,
): Pick<OperationSpec, 'int64s'> {
  const messages = successes.map(({ status }) => [`${status}`, responses[status]] as const);
  const indexes = [['body', requestBody] as const, ...messages].flatMap(([name, message]) => {
    const { schema } = mediaOf(message, document) ?? {};
    const index = schema ? places.indexOf([schema]) : null;
    return index === null ? [] : [[name, index] as const];
  });
  return indexes.length > 0 ? { int64s: Object.fromEntries(indexes) } : {};
}

/** A method has the type of its body alone if it has no parameters. */
function readTypes(
  { body, successes: [success] }: ContractSpec,
  { parameters, isStructured }: OperationSpec,
  isPaged: boolean,
  { requestBody, responses }: Operation,
  document: ContractDocument,
): Pick<SdkOperation, 'argument' | 'data'> {
  const isBody = body?.isRequired && !isStructured && parameters.length === 0;
  const argument = isBody ? nameOf(mediaOf(requestBody, document)?.schema) : undefined;
  const { schema } = (success && mediaOf(responses[success.status], document)) ?? {};
  const data = nameOf(isPaged && schema ? resolve<Schema>(schema, document).items : schema);
  const input = `${argument}Input`;
  return {
    ...(argument && { argument: TYPES.includes(input) ? input : argument }),
    ...(data && { data }),
  };
}

const TYPES: readonly (string | undefined)[] = SCHEMA_TYPES;

/** The name of the schema that is referred to, if it is exported as a type. */
function nameOf(schema: unknown): string | undefined {
  const isReference = typeof schema === 'object' && schema !== null && '$ref' in schema;
  const name = isReference ? String(schema.$ref).split('/').at(-1) : undefined;
  return TYPES.includes(name) ? name : undefined;
}

/** Values that the client assumes are left out, to keep the bundle small. */
function toSpec(
  { method, path, parameters, body, successes }: ContractSpec,
  isStructured: boolean,
): OperationSpec {
  const ownParameters = parameters.filter((parameter) => !isIdempotencyKey(parameter));
  const emptyStatuses = successes.flatMap(({ status, mediaType }) => (mediaType ? [] : status));
  // Errors are always application/json.
  const accepted = new Set([...successes.flatMap(({ mediaType = [] }) => mediaType), JSON_TYPE]);
  return {
    method: method.toUpperCase(),
    path,
    parameters: ownParameters.map(toParameterSpec),
    ...(body && { body: body.isRequired ? 'required' : 'optional' }),
    ...(body && body.mediaType !== JSON_TYPE && { contentType: body.mediaType }),
    ...(accepted.size > 1 && { accept: [...accepted].join(', ') }),
    ...(emptyStatuses.length > 0 && { emptyStatuses }),
    ...(isStructured && { isStructured }),
    ...(ownParameters.length < parameters.length && { isIdempotent: true }),
  };
}

function toParameterSpec(parameter: ContractParameter): ParameterSpec {
  const { name, in: location, type, isRequired, isNullable, list } = parameter;
  const isAbsenceDifferent = isRequired || parameter.default !== undefined;
  return {
    name,
    in: location,
    ...(type !== 'string' && { type }),
    ...(isRequired && { isRequired }),
    ...(isNullable && { isNullable }),
    ...(list && { list }),
    ...(list === 'repeated' && isAbsenceDifferent && { isNonEmpty: true }),
  };
}

/** How long an `Idempotency-Key` may be, unless it is what the client assumes. */
function readMaxKeyLength(
  operation: Operation,
  document: ContractDocument,
): Pick<OperationSpec, 'maxKeyLength'> {
  const key = parametersOf(operation, document).find(isIdempotencyKey);
  const maxLength = key && resolve<Schema>(key.schema, document).maxLength;
  return typeof maxLength === 'number' && maxLength !== 255 ? { maxKeyLength: maxLength } : {};
}
