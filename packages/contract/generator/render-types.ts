// TypeScript types of the contract, as openapi-typescript renders them, with an exact type for int64 and markers for
// read-only and write-only properties.
import { createRequire } from 'node:module';
import type TypeScript from 'typescript';
import type { ContractDocument } from '../src/document.js';
import { moveNotesToTags } from './deprecation-notes.js';
import { toTypedDocument } from './typed-document.js';

// Node.js takes half a second longer to import TypeScript, a CommonJS file of 9 MB, than to require it.
const require = createRequire(import.meta.url);
const ts: typeof TypeScript = require('typescript');
const {
  default: openapiTS,
  astToString,
}: typeof import('openapi-typescript') = require('openapi-typescript');

const INT64 = ts.factory.createTypeReferenceNode('Int64');
const NULLABLE_INT64 = ts.factory.createUnionTypeNode([
  INT64,
  ts.factory.createLiteralTypeNode(ts.factory.createNull()),
]);
/** The types that the generated code uses. */
const IMPORTS = [
  ['Int64', 'Int64', '../src/int64.js'],
  ['$Read', 'ReadOnly as $Read', '../src/read-write.js'],
  ['$Write', 'WriteOnly as $Write', '../src/read-write.js'],
] as const;

/** `types.ts`: the paths, operations and components of the contract. */
export function renderTypes(document: ContractDocument): Promise<string> {
  return render(toTypedDocument(document, false));
}

/** `received-types.ts`: the same types of requests as handlers receive them, in which defaults are filled in. */
export function renderReceivedTypes(document: ContractDocument): Promise<string> {
  return render(toTypedDocument(withoutResponses(document), true));
}

async function render(document: unknown): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    transform: ({ type, format, ...schema }) => {
      // The values of an enumeration are more exact than their type.
      if (format !== 'int64' || 'enum' in schema || 'const' in schema) return undefined;
      return Array.isArray(type) && type.includes('null') ? NULLABLE_INT64 : INT64;
    },
    defaultNonNullable: false,
    readWriteMarkers: true,
    silent: true,
  });
  const text = moveNotesToTags(astToString(nodes.filter((node) => !isMarker(node))));
  const imports = IMPORTS.filter(([name]) => text.includes(name)).map(
    ([, imported, module]) => `import type { ${imported} } from '${module}';\n`,
  );
  return imports.join('') + text;
}

/** openapi-typescript declares the markers in each file; ours are in src/read-write.ts. */
function isMarker(node: TypeScript.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && MARKERS.includes(node.name.text);
}

const MARKERS = ['$Read', '$Write', 'Readable', 'Writable'];

function withoutResponses(document: ContractDocument): ContractDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      { ...operation, responses: {} },
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const components = { ...document.components, responses: {} };
  return { ...document, paths: Object.fromEntries(paths), components };
}
