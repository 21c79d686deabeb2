// Call shapes: how the SDK's method of an operation is called. The SDK's generator and the code samples of the API
// reference read them here.
import { isIdempotencyKey, type OperationSpec, type ParameterSpec } from '@animal-store/core';
import type { ContractDocument, Schema } from './document.js';
import { mediaOf, resolve } from './resolve.js';

export interface CallShape {
  /** Whether the argument is `{ path, query, headers, body }`. Otherwise one object holds all values. */
  isStructured: boolean;
  /** Whether the method takes a `cursor` and returns a page. */
  isPaged: boolean;
}

/** @param document The contract of this operation. */
export function callShape(spec: OperationSpec, document: ContractDocument): CallShape {
  const parameters = spec.parameters.filter((parameter) => !isIdempotencyKey(parameter));
  return {
    isStructured: !hasUniqueNames(parameters, spec.body),
    isPaged: parameters.some(isCursor) && resultSchema(spec, document)?.type === 'array',
  };
}

/** Whether one object can hold all parameters and the properties of the body. */
function hasUniqueNames(parameters: readonly ParameterSpec[], body: OperationSpec['body']) {
  if (body !== undefined && body.properties === undefined) return false;
  const names = [...parameters.map(({ name }) => name), ...(body?.properties ?? [])];
  return new Set(names).size === names.length;
}

function isCursor({ name, in: location, isRequired, type, list }: ParameterSpec): boolean {
  return (
    name === 'cursor' &&
    location === 'query' &&
    type === 'string' &&
    !isRequired &&
    list === undefined
  );
}

/** The schema of the only successful response; undefined if there are several, or it has no body. */
export function resultSchema(
  { path, method, successes }: OperationSpec,
  document: ContractDocument,
): Schema | undefined {
  const [success, ...others] = successes;
  if (success === undefined || others.length > 0) return undefined;
  const response = document.paths[path]?.[method]?.responses[success.status];
  const schema = mediaOf(response, document)?.schema;
  return schema && resolve<Schema>(schema, document);
}
