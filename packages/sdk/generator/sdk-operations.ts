// SDK operations: how each operation of the contract is called, and what its calls need at run time.
import {
  type ContractDocument,
  type ParameterSpec as ContractParameter,
  type OperationSpec as ContractSpec,
  type Operation,
  type OperationId,
  resolve,
  type Schema,
} from '@animal-store/contract';
import type { OperationSpec, ParameterSpec } from '../src/operation-spec.js';
import { assertSendable } from './assert-sendable.js';

const JSON_TYPE = 'application/json';

export interface SdkOperation {
  id: OperationId;
  spec: OperationSpec;
  /** Whether it takes a `cursor` and returns an array. */
  isPaged: boolean;
  /** The operation as it stands in the contract, for its documentation. */
  operation: Operation;
}

/** @throws Error naming an operation that the SDK cannot call. */
export function toSdkOperations(
  specs: readonly ContractSpec[],
  document: ContractDocument,
): SdkOperation[] {
  return specs.map((spec) => {
    const operation = document.paths[spec.path]?.[spec.method];
    if (operation === undefined) throw new Error(`${spec.id} is not in the contract`);
    assertSendable(spec);
    return {
      id: spec.id,
      spec: toSpec(spec),
      isPaged: spec.parameters.some(isCursor) && returnsArray(spec, operation, document),
      operation,
    };
  });
}

/** Values that the client assumes are left out, to keep the bundle small. */
function toSpec({ method, path, parameters, body, successes }: ContractSpec): OperationSpec {
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
    ...(!hasUniqueNames(ownParameters, body) && { isStructured: true }),
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

/** Whether one object can hold all parameters and the properties of the body. */
function hasUniqueNames(
  parameters: readonly ContractParameter[],
  body: ContractSpec['body'],
): boolean {
  if (body !== undefined && body.properties === undefined) return false;
  const names = [...parameters.map(({ name }) => name), ...(body?.properties ?? [])];
  return new Set(names).size === names.length;
}

function isIdempotencyKey({ name, in: location }: ContractParameter): boolean {
  return location === 'header' && name.toLowerCase() === 'idempotency-key';
}

function isCursor({ name, in: location, isRequired, type, list }: ContractParameter): boolean {
  return (
    name === 'cursor' &&
    location === 'query' &&
    type === 'string' &&
    !isRequired &&
    list === undefined
  );
}

interface Response {
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

function returnsArray(
  { successes }: ContractSpec,
  { responses }: Operation,
  document: ContractDocument,
): boolean {
  const [success, ...others] = successes;
  if (success?.mediaType === undefined || others.length > 0) return false;
  const response = resolve<Response>(responses[success.status] as Response, document);
  const schema = response.content?.[success.mediaType]?.schema;
  return schema !== undefined && resolve<Schema>(schema, document).type === 'array';
}
