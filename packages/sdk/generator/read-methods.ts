// Owns what the SDK needs to know of each operation, read out of the bundled contract.
import {
  type ContractDocument,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from '@animal-store/contract';

export interface Method {
  id: string;
  /** Upper case. */
  method: string;
  path: string;
  operation: Operation;
  parameters: { name: string; in: 'path' | 'query'; integer: boolean }[];
  /** Whether the operation takes a JSON body. */
  body: boolean;
  /** Whether the operation takes an Idempotency-Key, so that it can be sent again. */
  idempotent: boolean;
  /** Whether it lists something page by page: it has a `cursor` and answers with an array. */
  paged: boolean;
}

export function readMethods(document: ContractDocument): Method[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      readMethod(document, path, method, operation),
    ),
  );
}

function readMethod(
  document: ContractDocument,
  path: string,
  method: string,
  operation: Operation,
): Method {
  const all = (operation.parameters ?? []).map((entry) => resolve<Parameter>(entry, document));
  const parameters = all.flatMap(({ name, in: place, schema }) =>
    place === 'header'
      ? []
      : { name, in: place, integer: resolve<Schema>(schema, document).type === 'integer' },
  );
  for (const { name, in: place } of all) {
    // The SDK's methods have no place for these; better no SDK than one that cannot call the operation.
    if (place === 'query' || place === 'path' || name === 'Idempotency-Key') continue;
    throw new Error(
      `openapi.yaml: ${operation.operationId}: the SDK cannot send ${name} in a ${place}`,
    );
  }
  const idempotent = all.some(
    ({ name, in: place }) => place === 'header' && name === 'Idempotency-Key',
  );
  const hasCursor = parameters.some(
    ({ name, in: place }) => place === 'query' && name === 'cursor',
  );
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    operation,
    parameters,
    body: operation.requestBody !== undefined,
    idempotent,
    paged: hasCursor && answersWithArray(document, operation),
  };
}

interface Response {
  content?: Record<string, { schema: Schema }>;
}

function answersWithArray(document: ContractDocument, operation: Operation): boolean {
  const ok = operation.responses['200'];
  if (ok === undefined) return false;
  const schema = resolve<Response>(ok as Response, document).content?.['application/json']?.schema;
  return schema !== undefined && resolve<Schema>(schema, document).type === 'array';
}
