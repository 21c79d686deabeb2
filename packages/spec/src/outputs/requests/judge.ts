// Judge of requests: what a server of a contract finds wrong with a request to an operation. The contract may be a published one.
// What the service could not serve of it has no judgement.
import type { OperationSpec } from '@animal-store/core';
import { createRequestValidator, type ErrorDetail } from '@animal-store/core/validation';
import { type ContractDocument, type SealedDocument, unsealDocument } from '../../document.js';
import { isObject, type JsonObject } from '../../json.js';
import { findReferences, joinPointer, parsePointer, resolvePointer } from '../../json-pointer.js';
import type { Carrier, Operation } from '../../model/index.js';
import { readOperation } from '../operation-specs.js';
import { compileSchema, createParameterCompiler } from './compile.js';

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

type Validate = ReturnType<typeof createRequestValidator>;

const BOUNDS = { maxDetails: 50, maxPathLength: 256, maxMessageLength: 256 };
/** The name under which the schema of a body is compiled. */
const BODY = 'judged.body';

/** Compiles the validator of an operation and a media type when it is needed. */
export function createJudge(sealed: SealedDocument): Judge {
  const document = unsealDocument(sealed);
  // With its paths only if it has discriminators: the compilers visit all of it, and look for nothing else in them.
  const isWhole = JSON.stringify(document).includes('"discriminator"');
  const compilers = new Map<Operation, Map<string, Validate | undefined>>();
  return (operation, { mediaType, headers, ...request }) => {
    const known = compilers.get(operation) ?? new Map<string, Validate | undefined>();
    compilers.set(operation, known);
    if (!known.has(mediaType))
      known.set(mediaType, compile(operation, mediaType, document, isWhole));
    return known.get(mediaType)?.({ ...request, headers: new Headers(headers) }).details;
  };
}

function compile(
  operation: Operation,
  mediaType: string,
  document: JsonObject,
  isWhole: boolean,
): Validate | undefined {
  const spec = readIfServed(operation);
  const content = operation.body?.value.content;
  const isJson = /^application\/(?:[^;]+\+)?json$/.test(mediaType);
  if (spec === undefined || (content !== undefined && !isJson)) return undefined;
  const schemaOf = ({ at }: Carrier) => resolvePointer(document, joinPointer(at, 'schema')) ?? {};
  const [, media] = [...(content ?? [])].find(([type]) => type.toLowerCase() === mediaType) ?? [];
  const body = content === undefined ? undefined : media ? schemaOf(media) : {};
  const parameters = operation.parameters.map(({ value }) => schemaOf(value));
  const components = isObject(document.components) ? document.components : {};
  const all = isObject(components.schemas) ? components.schemas : {};
  const used = isWhole ? all : schemasFor([body, parameters], all);
  const contract = {
    ...document,
    ...(!isWhole && { paths: {} }),
    components: { ...components, schemas: { ...used, [BODY]: body ?? {} } },
  } as unknown as ContractDocument; // of a contract that passed the rules: others make the compilers throw
  try {
    const compileParameter = createParameterCompiler(contract);
    const validators = {
      parameters: parameters.map((schema) => compileParameter(Object(schema))),
      ...(body !== undefined && { body: compileSchema(BODY, contract) }),
    };
    return createRequestValidator(spec, validators, BOUNDS);
  } catch {
    return undefined; // a schema cannot be compiled
  }
}

/** Undefined for an operation that the service cannot serve. */
export function readIfServed(operation: Operation): OperationSpec | undefined {
  try {
    return readOperation(operation);
  } catch {
    return undefined;
  }
}

/** Those of the schemas that a value refers to, at any depth: the compilers visit all that they get. */
function schemasFor(value: unknown, schemas: JsonObject): JsonObject {
  const names = new Set(namesIn(value));
  for (const name of names) for (const inner of namesIn(schemas[name])) names.add(inner); // grows during the iteration
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}

function namesIn(value: unknown): string[] {
  return findReferences(value).flatMap(({ target }) => parsePointer(target)[2] ?? []);
}
