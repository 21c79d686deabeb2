// Headers that responses have in common: types of their own, to which each response adds the rest.
import { createRequire } from 'node:module';
import type TypeScript from 'typescript';

const require = createRequire(import.meta.url);
const ts: typeof TypeScript = require('typescript');

/** Parts of the types that have no responses; a schema may have a property of the name `headers`. */
const WITHOUT_RESPONSES = ['content', 'parameters', 'requestBody', 'schemas'];

/** Without them, most of the text of the types would be the headers of the quota and of deprecations. */
export function shareHeaders(nodes: readonly TypeScript.Node[]): TypeScript.Node[] {
  const found: TypeScript.TypeElement[][] = [];
  for (const node of nodes)
    replaceHeaders(node, (headers) => {
      found.push([...headers.members]);
      return headers;
    });
  const [first = []] = found;
  const common = first.filter((member) => found.every((members) => includes(members, member)));
  if (found.length < 2 || !common.some(ts.isPropertySignature)) return [...nodes];
  const shared = new Map([['CommonHeaders', common]]);
  const frequent = mostFrequent(found.map((members) => without(members, common)));
  if (frequent) shared.set('FrequentHeaders', frequent);

  const { factory } = ts;
  const aliases = [...shared].map(([name, members]) =>
    factory.createTypeAliasDeclaration(
      undefined,
      name,
      undefined,
      factory.createTypeLiteralNode(members),
    ),
  );
  const replaced = nodes.map((node) =>
    replaceHeaders(node, ({ members }) => {
      let own = [...members];
      const types: TypeScript.TypeNode[] = [];
      for (const [name, group] of shared) {
        if (!group.every((member) => includes(own, member))) continue;
        own = without(own, group);
        types.push(factory.createTypeReferenceNode(name));
      }
      if (own.length > 0) types.push(factory.createTypeLiteralNode(own));
      return factory.createIntersectionTypeNode(types);
    }),
  );
  return [...aliases, ...replaced];
}

/** The several headers that most responses have beside the common ones; undefined if no two have the same. */
function mostFrequent(
  found: readonly TypeScript.TypeElement[][],
): TypeScript.TypeElement[] | undefined {
  const groups = new Map<string, TypeScript.TypeElement[][]>();
  for (const members of found) {
    const text = members.map(toText).join();
    if (members.length > 1) groups.set(text, [...(groups.get(text) ?? []), members]);
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return largest.length > 1 ? largest[0] : undefined;
}

function includes(members: readonly TypeScript.TypeElement[], wanted: TypeScript.TypeElement) {
  return members.map(toText).includes(toText(wanted));
}

function without(
  members: readonly TypeScript.TypeElement[],
  group: readonly TypeScript.TypeElement[],
): TypeScript.TypeElement[] {
  return members.filter((member) => !includes(group, member));
}

/** @param replace Gets the type of the headers of each response that has some. */
function replaceHeaders(
  root: TypeScript.Node,
  replace: (headers: TypeScript.TypeLiteralNode) => TypeScript.TypeNode,
): TypeScript.Node {
  const visit = (node: TypeScript.Node): TypeScript.Node => {
    const property = ts.isPropertySignature(node) && ts.isIdentifier(node.name) ? node : undefined;
    const name = property && toText(property.name);
    if (name && WITHOUT_RESPONSES.includes(name)) return node;
    const type = name === 'headers' && property?.type;
    if (!property || !type || !ts.isTypeLiteralNode(type))
      return ts.visitEachChild(node, visit, undefined);
    if (!type.members.some(ts.isPropertySignature)) return node;
    return ts.factory.updatePropertySignature(
      property,
      property.modifiers,
      property.name,
      property.questionToken,
      replace(type),
    );
  };
  return visit(root);
}

const printer = ts.createPrinter();
const file = ts.createSourceFile('', '', ts.ScriptTarget.Latest);

function toText(node: TypeScript.Node): string {
  return printer.printNode(ts.EmitHint.Unspecified, node, file);
}
