// TypeScript types of the contract, as openapi-typescript renders them, with an exact type for int64 and markers for
// read-only and write-only properties.
import type TypeScript from 'typescript';
import { entriesOf, isObject, type JsonObject } from '../../json.js';
import type { Contract } from '../../model/index.js';
import { rewriteComments } from './comments.js';
import { astToString, toTypes, ts } from './compiler.js';
import { omitAbsent } from './omit-absent.js';
import { isDirectional, RESERVED } from './schema-types.js';
import { shareHeaders } from './share-headers.js';
import { toTypedDocument } from './typed-document.js';

const INT64 = ts.factory.createTypeReferenceNode('Int64');
const NULLABLE_INT64 = ts.factory.createUnionTypeNode([
  INT64,
  ts.factory.createLiteralTypeNode(ts.factory.createNull()),
]);
const EXPORT = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
/** Types of @animal-store/core, by the names that the generated code uses. */
const IMPORTS = { Int64: 'Int64', $Read: 'ReadOnly as $Read', $Write: 'WriteOnly as $Write' };
/** openapi-typescript declares them in each file; ours are in @animal-store/core. */
const MARKERS = ['$Read', '$Write', 'Readable', 'Writable'];

/** `types.ts`: the paths, operations and components of the contract, and a type for each schema that has one form only. */
export function renderTypes(document: JsonObject, { schemas }: Contract): string {
  const own = [...schemas].filter(
    ([name, edge]) => !RESERVED.includes(name) && !isDirectional(edge),
  );
  const names = own.map(([name]) => name);
  return render(toTypedDocument(document, false), names);
}

/** `received-types.ts`: the same types of requests as handlers receive them, in which defaults are filled in. */
export function renderReceivedTypes(document: JsonObject): string {
  return render(toTypedDocument(withoutResponses(document), true), []);
}

function render(document: JsonObject, names: readonly string[]): string {
  const nodes = toTypes(document, ({ type, format, ...schema }) => {
    // The values of an enumeration are more exact than their type.
    if (format !== 'int64' || 'enum' in schema || 'const' in schema) return undefined;
    return Array.isArray(type) && type.includes('null') ? NULLABLE_INT64 : INT64;
  });
  const present = nodes.filter((node) => !isMarker(node)).map(omitAbsent);
  present.forEach(rewriteComments);
  const printed = shareHeaders(astToString(nameSchemas(present, names)));
  const own = /^ +Int64: Int64;$/m.test(printed) ? [...names, 'Int64'] : names;
  const text = printed
    .replace(/components\["schemas"\]\["(\w+)"\]/g, (type, name) =>
      own.includes(name) ? name : type,
    )
    .replace(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2));
  const imports = Object.entries(IMPORTS)
    .filter(([name]) => text.includes(name))
    .map(([, imported]) => `import type { ${imported} } from '@animal-store/core';\n`);
  return imports.join('') + text;
}

/** Moves the types of schemas out of `components`, so that editors and errors show their names. */
function nameSchemas(nodes: readonly TypeScript.Node[], names: readonly string[]) {
  const { factory } = ts;
  const types: TypeScript.Node[] = [];
  const visit = (node: TypeScript.TypeElement): TypeScript.TypeElement => {
    if (!ts.isPropertySignature(node) || !node.type) return node;
    const { modifiers, name, questionToken, type } = node;
    const key = ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
    if (!names.includes(key)) return node;
    const alias = factory.createTypeAliasDeclaration(EXPORT, key, undefined, type);
    types.push(ts.setSyntheticLeadingComments(alias, ts.getSyntheticLeadingComments(node)));
    const reference = factory.createTypeReferenceNode(key);
    return factory.createPropertySignature(modifiers, name, questionToken, reference);
  };
  const others = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node;
    const members = node.members.map((member) => {
      const isSchemas =
        member.name && ts.isIdentifier(member.name) && member.name.text === 'schemas';
      if (!isSchemas || !ts.isPropertySignature(member)) return member;
      if (!member.type || !ts.isTypeLiteralNode(member.type)) return member;
      const schemas = factory.createTypeLiteralNode(member.type.members.map(visit));
      return factory.createPropertySignature(undefined, member.name, undefined, schemas);
    });
    return factory.createInterfaceDeclaration(EXPORT, 'components', undefined, undefined, members);
  });
  return [...types, ...others];
}

function isMarker(node: TypeScript.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && MARKERS.includes(node.name.text);
}

function withoutResponses(document: JsonObject): JsonObject {
  const paths = entriesOf(document.paths).map(([path, item]) => {
    const operations = entriesOf(item).map(([method, operation]) => [
      method,
      isObject(operation) ? { ...operation, responses: {} } : operation,
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const components = { ...Object(document.components), responses: {}, headers: {} };
  return { ...document, paths: Object.fromEntries(paths), components };
}
