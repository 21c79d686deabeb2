// Generated types without what says nothing: the methods and parameters that a path has not, and tags for plain text.
import { createRequire } from 'node:module';
import type TypeScript from 'typescript';

const require = createRequire(import.meta.url);
const ts: typeof TypeScript = require('typescript');

/** A path keeps its operations only: openapi-typescript lists all other methods, and parameters that operations have. */
export function omitAbsent(node: TypeScript.Node): TypeScript.Node {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'paths') return node;
  const isPresent = (member: TypeScript.TypeElement): boolean =>
    ts.isPropertySignature(member) && !isNever(member.type);
  const visit = (path: TypeScript.Node): TypeScript.Node =>
    ts.isTypeLiteralNode(path)
      ? ts.factory.createTypeLiteralNode(path.members.filter(isPresent))
      : path;
  return ts.visitEachChild(
    node,
    (member) => ts.visitEachChild(member, visit, undefined),
    undefined,
  );
}

function isNever(type: TypeScript.TypeNode | undefined): boolean {
  if (type && ts.isTypeLiteralNode(type))
    return type.members.every((member) => ts.isPropertySignature(member) && isNever(member.type));
  return type?.kind === ts.SyntaxKind.NeverKeyword;
}

/** A description that begins its comment needs no tag: editors show it as the text. Nor does a type that lists its values. */
export function untagDescriptions(text: string): string {
  const untagged = text.replace(/^ *\* @enum \{string\}\n/gm, '');
  return untagged.replace(/\/\*\*\s+(?:\* )?@description (?!@)[\s\S]*?\*\//g, (comment) =>
    comment.replace('@description ', '').replace(/^( *\*) {5}/gm, '$1 '),
  );
}
