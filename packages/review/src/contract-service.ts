// The service of @animal-store/contract: the code by which the server judges requests, and the SDK is generated.
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import { callShape } from '@animal-store/contract/call-shape';
import { exampleOf, sampleOf } from '@animal-store/contract/examples';
import { readOperations } from '@animal-store/contract/read-operations';
import { compileSchema, createParameterCompiler } from '@animal-store/contract/request-schemas';
import { byPrecedence, createPathMatcher, matcher, type Route } from '@animal-store/core/http';
import { createRequestValidator } from '@animal-store/core/validation';
import {
  entriesOf,
  findReferences,
  followReference,
  getIn,
  type JsonObject,
  listOf,
  parsePointer,
} from '@animal-store/spec';
import { memoize } from './memoize.js';
import type { Judge, OperationNode, Service } from './service.js';
import { operationsOf } from './witness/written-operations.js';

export const contractService: Service = {
  readOperation,
  router: (operations) =>
    createPathMatcher(
      operations
        .map((one) => ({ ...one, method: one.method as Route['method'], match: matcher(one.path) }))
        .sort((one, other) => byPrecedence(one.path, other.path)),
    ),
  createJudge,
  example: (node, document) => exampleOf(node, toContract(document)),
  sample(schema, document, direction) {
    try {
      return sampleOf(Object(schema), toContract(document), direction);
    } catch {
      return undefined; // of a reference that leads nowhere, for example
    }
  },
  callShape(id, document) {
    const operation = operationsOf(document).find((one) => one.id === id);
    const spec = operation && readOperation(operation, document);
    return spec && callShape(spec, toContract(document));
  },
};

function readOperation(operation: OperationNode, document: JsonObject): OperationSpec | undefined {
  const known = specsOf(document);
  const found = known.get(operation.node) ?? { spec: read(operation, document) };
  known.set(operation.node, found);
  return found.spec;
}

/** Documents do not change while they are compared. */
const specsOf = memoize(
  (_document: JsonObject) => new Map<object, { spec: OperationSpec | undefined }>(),
);

function read({ path, method, node }: OperationNode, document: JsonObject) {
  try {
    return readOperations(toContract({ ...document, paths: { [path]: { [method]: node } } }))[0];
  } catch {
    return undefined;
  }
}

/** The code takes the type of a contract that passed the rules; others make it throw. */
const toContract = (document: JsonObject) => document as unknown as ContractDocument;

type Validate = ReturnType<typeof createRequestValidator>;

const BOUNDS = { maxDetails: 50, maxPathLength: 256, maxMessageLength: 256 };
/** The name under which the schema of a body is compiled. */
const BODY = 'witness.body';

/** Compiles the validator of an operation and a media type when it is needed. */
function createJudge(document: JsonObject): Judge {
  // With its paths only if it has discriminators: the compilers visit all of it, and look for nothing else in them.
  const isWhole = JSON.stringify(document).includes('"discriminator"');
  const shared = isWhole ? document : { ...document, paths: {} };
  const validatorsOf = memoize((operation: OperationNode) =>
    memoize((mediaType: string) => compile(operation, mediaType, document, shared)),
  );
  return (operation, { mediaType, headers, ...request }) =>
    validatorsOf(operation)(mediaType)?.({ ...request, headers: new Headers(headers) }).details;
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

function compile(
  operation: OperationNode,
  mediaType: string,
  document: JsonObject,
  shared: JsonObject,
): Validate | undefined {
  const { requestBody, parameters } = operation.node;
  const resolve = (part: unknown) => followReference(document, part);
  const content = getIn(resolve(requestBody), 'content');
  const spec = readOperation(operation, document);
  const isJson = /^application\/(?:[^;]+\+)?json$/.test(mediaType);
  if (spec === undefined || (content !== undefined && !isJson)) return undefined;
  const media = entriesOf(content).find(([type]) => type.toLowerCase() === mediaType);
  const schema = content === undefined ? undefined : (getIn(media?.[1], 'schema') ?? {});
  const { components } = shared;
  const known = Object(getIn(components, 'schemas'));
  const used =
    shared === document ? known : schemasFor([schema, listOf(parameters).map(resolve)], known);
  const schemas = { ...used, [BODY]: schema ?? {} };
  const contract = toContract({ ...shared, components: { ...Object(components), schemas } });
  try {
    const compileParameter = createParameterCompiler(contract);
    const body = schema === undefined ? undefined : compileSchema(BODY, contract);
    const validators = {
      parameters: listOf(parameters).map((one) =>
        compileParameter(Object(getIn(resolve(one), 'schema'))),
      ),
      ...(body && { body }),
    };
    return createRequestValidator(spec, validators, BOUNDS);
  } catch {
    return undefined; // a schema cannot be compiled
  }
}
