// Reader of the contract: the facts about each operation that its SDK method needs.
import {
  type ContractDocument,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from '@animal-store/contract';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

export interface SdkOperation {
  id: string;
  /** HTTP method, in upper case. */
  method: string;
  /** Path template: `/pets/{petId}`. */
  path: string;
  /** The operation as it stands in the contract, for its documentation. */
  operation: Operation;
  /** Path and query parameters. */
  parameters: { name: string; in: 'path' | 'query'; isInteger: boolean }[];
  /** Whether the operation takes a JSON body. */
  hasBody: boolean;
  /** Whether the operation takes an `Idempotency-Key` header, so that it can be retried. */
  isIdempotent: boolean;
  /** Whether the operation is paginated: it takes a `cursor` and returns an array. */
  isPaged: boolean;
}

/** @throws Error if an operation takes a parameter that its SDK method cannot send. */
export function readOperations(document: ContractDocument): SdkOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      readOperation(document, path, method, operation),
    ),
  );
}

function readOperation(
  document: ContractDocument,
  path: string,
  method: string,
  operation: Operation,
): SdkOperation {
  const all = (operation.parameters ?? []).map((entry) => resolve<Parameter>(entry, document));
  for (const { name, in: location } of all) {
    if (location === 'query' || location === 'path' || name === IDEMPOTENCY_KEY) continue;
    throw new Error(
      `openapi.yaml: ${operation.operationId}: the SDK cannot send the ${location} parameter ${name}`,
    );
  }
  const parameters = all.flatMap(({ name, in: location, schema }) =>
    location === 'header'
      ? []
      : { name, in: location, isInteger: resolve<Schema>(schema, document).type === 'integer' },
  );
  const hasCursor = parameters.some(
    ({ name, in: location }) => location === 'query' && name === 'cursor',
  );
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    operation,
    parameters,
    hasBody: operation.requestBody !== undefined,
    isIdempotent: all.some(
      ({ name, in: location }) => location === 'header' && name === IDEMPOTENCY_KEY,
    ),
    isPaged: hasCursor && returnsArray(document, operation),
  };
}

interface Response {
  content?: Record<string, { schema: Schema }>;
}

function returnsArray(document: ContractDocument, operation: Operation): boolean {
  const ok = operation.responses['200'];
  if (ok === undefined) return false;
  const schema = resolve<Response>(ok as Response, document).content?.['application/json']?.schema;
  return schema !== undefined && resolve<Schema>(schema, document).type === 'array';
}
