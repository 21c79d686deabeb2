// TypeScript types of the contract, as openapi-typescript renders them, with an exact type for int64.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { ContractDocument } from '../src/document.js';

const INT64 = ts.factory.createTypeReferenceNode('Int64');

/** `types.ts`: the paths, operations and components of the contract. */
export async function renderTypes(document: ContractDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    transform: (schema) => (schema.format === 'int64' ? INT64 : undefined),
    inject: "import type { Int64 } from '../src/int64.js';",
    silent: true,
  });
  return astToString(nodes);
}
