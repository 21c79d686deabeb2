// SDK operations: how each operation of the contract is called, and what its calls need at run time.
import { type OperationId, type OperationSpec, SCHEMA_TYPES } from '@animal-store/contract';
import { isIdempotencyKey, type ParameterSpec } from '@animal-store/core';
import { deprecationNote } from '@animal-store/core/http';
import { Int64Places } from '@animal-store/spec/int64-places';
import { required } from '@animal-store/spec/json';
import {
  type Contract,
  contentOf,
  type Edge,
  type Operation,
  onlyTypeOf,
} from '@animal-store/spec/model';
import { callShape } from '@animal-store/spec/outputs';
import type { WireOperation, WireParameter } from '../src/client/wire-operation.js';
import { JSON_TYPE } from '../src/int64/json.js';

export interface SdkOperation {
  id: OperationId;
  spec: WireOperation;
  /** Whether it takes a `cursor` and returns an array. */
  isPaged: boolean;
  /** The operation in the contract, for its documentation. */
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
  specs: readonly OperationSpec[],
  { operations }: Contract,
  places = new Int64Places(),
): SdkOperation[] {
  return specs.map((spec) => {
    const operation = required(
      operations.find(({ id }) => id === spec.id),
      spec.id,
    );
    const { isStructured, isPaged } = callShape(operation);
    const ownSpec = {
      ...toSpec(spec, isStructured),
      ...readMaxKeyLength(operation),
      ...readResult(spec, operation, isPaged),
      ...readInt64s(spec, operation, places),
    };
    const deprecatedParameters = operation.parameters.flatMap(({ value: { name, deprecation } }) =>
      deprecation?.isDeprecated ? [{ name, note: deprecationNote(deprecation) }] : [],
    );
    const types = readTypes(spec, ownSpec, isPaged, operation);
    return { id: spec.id, spec: ownSpec, isPaged, operation, ...types, deprecatedParameters };
  });
}

/** What successful responses are at their top. Values that the client assumes are left out. */
function readResult(
  { successes }: OperationSpec,
  { replies }: Operation,
  isPaged: boolean,
): Pick<WireOperation, 'result' | 'hasPageLinks'> {
  const received = successes
    .filter(({ mediaType }) => mediaType)
    .map(({ status }) => replies.get(`${status}`)?.value);
  if (isPaged)
    return received.every((reply) => reply?.headers.has('Link')) ? { hasPageLinks: true } : {};
  const types = received.map((reply) => {
    const schema = contentOf(reply)?.media.schema?.schema;
    return schema && onlyTypeOf(schema);
  });
  if (types.every((type) => type === 'object')) return {};
  return { result: types.every((type) => type === 'array') ? 'list' : 'any' };
}

function readInt64s(
  { successes }: OperationSpec,
  { body, replies }: Operation,
  places: Int64Places,
): Pick<WireOperation, 'int64s'> {
  const messages = successes.map(
    ({ status }) => [`${status}`, replies.get(`${status}`)?.value] as const,
  );
  const indexes = [['body', body?.value] as const, ...messages].flatMap(([name, message]) => {
    const schema = contentOf(message)?.media.schema;
    const index = schema ? places.indexOf([schema]) : null;
    return index === null ? [] : [[name, index] as const];
  });
  return indexes.length > 0 ? { int64s: Object.fromEntries(indexes) } : {};
}

/** A method has the type of its body alone if it has no parameters. */
function readTypes(
  { body, successes: [success] }: OperationSpec,
  { parameters, isStructured }: WireOperation,
  isPaged: boolean,
  operation: Operation,
): Pick<SdkOperation, 'argument' | 'data'> {
  const isBody = body?.isRequired && !isStructured && parameters.length === 0;
  const argument = isBody ? nameOf(contentOf(operation.body?.value)?.media.schema) : undefined;
  const reply = success && operation.replies.get(`${success.status}`)?.value;
  const schema = contentOf(reply)?.media.schema;
  const data = nameOf(isPaged ? schema?.schema.items : schema);
  const input = `${argument}Input`;
  return {
    ...(argument && { argument: TYPES.includes(input) ? input : argument }),
    ...(data && { data }),
  };
}

const TYPES: readonly (string | undefined)[] = SCHEMA_TYPES;

/** The name of the schema that is referred to, if it is exported as a type. */
function nameOf(edge: Edge | undefined): string | undefined {
  return TYPES.includes(edge?.component) ? edge?.component : undefined;
}

/** Values that the client assumes are left out, to keep the bundle small. */
function toSpec(
  { method, path, parameters, body, successes }: OperationSpec,
  isStructured: boolean,
): WireOperation {
  const ownParameters = parameters.filter((parameter) => !isIdempotencyKey(parameter));
  const emptyStatuses = successes.flatMap(({ status, mediaType }) => (mediaType ? [] : status));
  // Errors are always application/json.
  const accepted = new Set([...successes.flatMap(({ mediaType = [] }) => mediaType), JSON_TYPE]);
  return {
    method: method.toUpperCase(),
    path,
    parameters: ownParameters.map(toWireParameter),
    ...(body && { body: body.isRequired ? 'required' : 'optional' }),
    ...(body && body.mediaType !== JSON_TYPE && { contentType: body.mediaType }),
    ...(accepted.size > 1 && { accept: [...accepted].join(', ') }),
    ...(emptyStatuses.length > 0 && { emptyStatuses }),
    ...(isStructured && { isStructured }),
    ...(ownParameters.length < parameters.length && { isIdempotent: true }),
  };
}

function toWireParameter(parameter: ParameterSpec): WireParameter {
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
function readMaxKeyLength({ parameters }: Operation): Pick<WireOperation, 'maxKeyLength'> {
  const key = parameters.find(({ value }) => isIdempotencyKey(value));
  const maxLength = key?.value.schema?.schema.bounds.maxLength;
  return maxLength === undefined || maxLength === 255 ? {} : { maxKeyLength: maxLength };
}
