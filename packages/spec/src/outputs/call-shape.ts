// Call shapes: how the SDK's method of an operation is called. The SDK's generator and the code samples of the API
// reference read them here.
import { isIdempotencyKey } from '@animal-store/core';
import {
  contentOf,
  jsonTypesOf,
  type Operation,
  onlyTypeOf,
  type Parameter,
  resultSchema,
} from '../model/index.js';
import { bodyProperties } from './body-properties.js';

export interface CallShape {
  /** Whether the argument is `{ path, query, headers, body }`. Otherwise one object holds all values. */
  isStructured: boolean;
  /** Whether the method takes a `cursor` and returns a page. */
  isPaged: boolean;
}

export function callShape(operation: Operation): CallShape {
  const result = resultSchema(operation);
  const isList = result !== undefined && onlyTypeOf(result.schema) === 'array';
  return {
    isStructured: !hasUniqueNames(operation),
    isPaged: isList && operation.parameters.some(({ value }) => isCursor(value)),
  };
}

/** Whether one object can hold all parameters and the properties of the body. */
function hasUniqueNames({ parameters, body }: Operation): boolean {
  const schema = contentOf(body?.value)?.media.schema;
  const properties = schema && bodyProperties(schema);
  if (body !== undefined && properties === undefined) return false;
  const sent = parameters.filter(({ value }) => !isIdempotencyKey(value));
  const names = [...sent.map(({ value }) => value.name), ...(properties ?? [])];
  return new Set(names).size === names.length;
}

function isCursor({ name, in: location, isRequired, schema }: Parameter): boolean {
  if (name !== 'cursor' || location !== 'query' || isRequired || schema === undefined) return false;
  return jsonTypesOf(schema).every((type) => type === 'string' || type === 'null');
}
