// TypeScript types of the contract, as openapi-typescript renders them, with an exact type for int64 and markers for
// read-only and write-only properties.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { ContractDocument } from '../src/document.js';

const INT64 = ts.factory.createTypeReferenceNode('Int64');
const NULLABLE_INT64 = ts.factory.createUnionTypeNode([
  INT64,
  ts.factory.createLiteralTypeNode(ts.factory.createNull()),
]);

/** `types.ts`: the paths, operations and components of the contract. */
export async function renderTypes(document: ContractDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    transform: ({ type, format, ...schema }) => {
      // The values of an enumeration are more exact than their type.
      if (format !== 'int64' || 'enum' in schema || 'const' in schema) return undefined;
      return Array.isArray(type) && type.includes('null') ? NULLABLE_INT64 : INT64;
    },
    inject: "import type { Int64 } from '../src/int64.js';",
    readWriteMarkers: true,
    silent: true,
  });
  return astToString(nodes);
}
