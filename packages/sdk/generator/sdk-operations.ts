// SDK operations: how each operation of the contract is called, and what its calls need at run time.
import {
  type ContractDocument,
  type ParameterSpec as ContractParameter,
  type OperationSpec as ContractSpec,
  callShape,
  isIdempotencyKey,
  type Operation,
  type OperationId,
  type Parameter,
  resolve,
  type Schema,
} from '@animal-store/contract';
import { datesOf, deprecationNote } from '@animal-store/contract/http';
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
  /** With the dates of their deprecation, as documentation has them. */
  deprecatedParameters: readonly { name: string; note: string }[];
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
    const { isStructured, isPaged } = callShape(spec, document);
    const ownSpec = { ...toSpec(spec, isStructured), ...readMaxKeyLength(operation, document) };
    const deprecatedParameters = readDeprecatedParameters(operation, document);
    return { id: spec.id, spec: ownSpec, isPaged, operation, deprecatedParameters };
  });
}

function readDeprecatedParameters(
  { parameters = [] }: Operation,
  document: ContractDocument,
): SdkOperation['deprecatedParameters'] {
  return parameters
    .map((entry) => resolve<Parameter>(entry, document))
    .filter(({ deprecated }) => deprecated === true)
    .map((parameter) => ({ name: parameter.name, note: deprecationNote(datesOf(parameter)) }));
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
  { parameters = [] }: Operation,
  document: ContractDocument,
): Pick<OperationSpec, 'maxKeyLength'> {
  const key = parameters.map((entry) => resolve(entry, document)).find(isIdempotencyKey);
  const maxLength = key && resolve<Schema>(key.schema, document).maxLength;
  return typeof maxLength === 'number' && maxLength !== 255 ? { maxKeyLength: maxLength } : {};
}
