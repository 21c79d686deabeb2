// Judge of requests: what a server of a contract finds wrong with a request to an operation. The contract may be a published one.
// What the service could not serve of it has no judgement.
import type { OperationSpec } from '@animal-store/core';
import {
  createRequestValidator,
  type ErrorDetail,
  ErrorDetails,
  headerTexts,
  readBodyValue,
  type ValidateRequest,
} from '@animal-store/core/validation';
import { findReferences, parsePointer } from '../../json-pointer.js';
import type { Contract, Operation } from '../../model/index.js';
import type { JsonSchema } from '../json-schema.js';
import { readOperation } from '../operation-specs.js';
import { compileBody, createParameterCompiler } from './compile.js';
import { toRequestSchemas } from './request-document.js';
import { toRequestSchema } from './request-schema.js';

export interface JudgedRequest {
  /** The values of the path parameters, still percent-encoded. */
  path: Readonly<Record<string, string>>;
  /** Without the `?`. */
  query: string;
  headers: Record<string, string>;
  body: unknown;
  /** In lower case. */
  mediaType: string;
}

/** Undefined if the service cannot read such a request. */
export type Judge = (
  operation: Operation,
  request: JudgedRequest,
) => readonly ErrorDetail[] | undefined;

const BOUNDS = { maxDetails: 50, maxPathLength: 256, maxMessageLength: 256 };

/** Compiles the validator of an operation and a media type when it is needed. */
export function createJudge(contract: Contract): Judge {
  const schemas = toRequestSchemas(contract);
  const compileParameter = createParameterCompiler(contract);
  const compilers = new Map<Operation, Map<string, ValidateRequest | undefined>>();

  function compile(operation: Operation, mediaType: string): ValidateRequest | undefined {
    const spec = readIfServed(operation);
    const content = operation.body?.value.content;
    const isJson = /^application\/(?:[^;]+\+)?json$/.test(mediaType);
    if (spec === undefined || (content !== undefined && !isJson)) return undefined;
    const [, media] = [...(content ?? [])].find(([type]) => type.toLowerCase() === mediaType) ?? [];
    const body = media?.schema ? toRequestSchema(media.schema) : {};
    try {
      const validators = {
        parameters: operation.parameters.map(({ value }) => compileParameter(value.schema)),
        ...(content && { body: compileBody(body, { schemas: schemasFor(body, schemas) }) }),
      };
      return createRequestValidator(spec, validators);
    } catch {
      return undefined; // a schema cannot be compiled
    }
  }

  return (operation, { mediaType, headers, body, path, query }) => {
    const known = compilers.get(operation) ?? new Map<string, ValidateRequest | undefined>();
    compilers.set(operation, known);
    if (!known.has(mediaType)) known.set(mediaType, compile(operation, mediaType));
    const validate = known.get(mediaType);
    if (validate === undefined) return undefined;
    const details = new ErrorDetails(BOUNDS);
    const json = readBodyValue(body, details);
    if (json.isFullyScanned)
      validate({ path, query, header: headerTexts(new Headers(headers)) }, json, details);
    return details.all;
  };
}

/** Undefined for an operation that the service cannot serve. */
export function readIfServed(operation: Operation): OperationSpec | undefined {
  try {
    return readOperation(operation);
  } catch {
    return undefined;
  }
}

/** Those of the schemas that a value refers to, at any depth: the compiler visits all that it gets. */
function schemasFor(value: unknown, schemas: Readonly<Record<string, JsonSchema>>): object {
  const names = new Set(namesIn(value));
  for (const name of names) for (const inner of namesIn(schemas[name])) names.add(inner); // grows during the iteration
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}

function namesIn(value: unknown): string[] {
  return findReferences(value).flatMap(({ target }) => parsePointer(target)[2] ?? []);
}
