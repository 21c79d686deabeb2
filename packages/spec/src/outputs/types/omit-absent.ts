// Generated types without what says nothing: the methods and parameters that a path has not.
import type TypeScript from 'typescript';
import { ts } from './compiler.js';

/** A path keeps its operations only: openapi-typescript lists all other methods, and parameters that operations have. */
export function omitAbsent(node: TypeScript.Node): TypeScript.Node {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'paths') return node;
  const { modifiers, name, typeParameters, heritageClauses } = node;
  const members = node.members.map(withoutAbsent);
  return ts.factory.updateInterfaceDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}

function withoutAbsent(path: TypeScript.TypeElement): TypeScript.TypeElement {
  if (!ts.isPropertySignature(path) || !path.type || !ts.isTypeLiteralNode(path.type)) return path;
  const { modifiers, name, questionToken, type } = path;
  const members = type.members.filter((member) => !isAbsent(member) && !hasNothing(member));
  const present = ts.factory.updateTypeLiteralNode(type, ts.factory.createNodeArray(members));
  return ts.factory.updatePropertySignature(path, modifiers, name, questionToken, present);
}

function isAbsent(member: TypeScript.TypeElement): boolean {
  return ts.isPropertySignature(member) && member.type?.kind === ts.SyntaxKind.NeverKeyword;
}

function hasNothing(member: TypeScript.TypeElement): boolean {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  return type !== undefined && ts.isTypeLiteralNode(type) && type.members.every(isAbsent);
}
