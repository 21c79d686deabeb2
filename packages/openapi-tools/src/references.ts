// References in the files of a contract: `$ref`, the mapping of a discriminator, and the external value of an example.
import { dirname, resolve } from 'node:path';
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn, walk } from './json.js';
import { parsePointer, percentDecode } from './json-pointer.js';
import type { ParsedFile } from './parse-checks.js';

export interface FileReference {
  file: ParsedFile;
  keyword: '$ref' | 'mapping' | 'externalValue';
  /** The keys of the value itself. */
  keys: string[];
  /** Without percent-encoding. */
  target: string;
}

/** Every reference in a file, also those to the file itself. */
export function findFileReferences(file: ParsedFile): FileReference[] {
  const references: FileReference[] = [];
  for (const [outer, node] of walk(file.root)) {
    const add = (keyword: FileReference['keyword'], value: unknown, ...inner: string[]) => {
      if (typeof value !== 'string') return;
      const keys = [...outer, ...inner];
      references.push({ file, keyword, keys, target: percentDecode(value) });
    };
    add('$ref', getIn(node, '$ref'), '$ref');
    add('externalValue', getIn(node, 'externalValue'), 'externalValue');
    for (const [name, target] of entriesOf(getIn(node, 'discriminator', 'mapping')))
      if (isMappingReference(String(target)))
        add('mapping', target, 'discriminator', 'mapping', name);
  }
  return references;
}

/** Whether the keys lead into an example or another value, in which `$ref` is a name like any other. */
export function isInValue(keys: readonly string[]): boolean {
  return keys.some(
    (key, index) => VALUES.test(key) && !NAMED_PARTS.test(String(keys[index - 1])), // not the name of a part
  );
}

const VALUES = /^(?:example|value|default|enum|const)$/;
const NAMED_PARTS =
  /^(?:properties|schemas|parameters|headers|responses|requestBodies|examples|mapping|\$defs)$/;

/** `./schemas/pet.yaml` and `/Pet` for `./schemas/pet.yaml#/Pet`. */
export function splitReference(target: string): { uri: string; fragment: string | undefined } {
  const [uri = '', fragment] = target.split(/#(.*)/s);
  return { uri, fragment };
}

/** The absolute path of the file that a reference in `from` leads to. */
export function targetFile(target: string, from: string): string {
  const { uri } = splitReference(target);
  return uri === '' ? from : resolve(dirname(from), uri);
}

/** A mapping names a schema of `components`, or refers to one. */
function isMappingReference(target: string): boolean {
  return /[#/:]|\.(?:ya?ml|json)$/i.test(target);
}

/**
 * What a reference leads to: a value, nothing, or itself, through others in any file. A schema that has itself as a part is a
 * value, and so is the end of a reference into a circle of others: these are found to lead to themselves.
 */
export function endOf(
  { file, keys, target }: FileReference,
  files: readonly ParsedFile[],
): 'value' | 'nothing' | 'itself' {
  const own = getIn(file.root, ...keys.slice(0, -1));
  const followed = new Set<unknown>();
  let next = target;
  let from = file.path;
  let rest: string[] = [];
  for (;;) {
    from = targetFile(next, from);
    const root = files.find(({ path }) => path === from)?.root;
    const way = [...parsePointer(`#${splitReference(next).fragment ?? ''}`), ...rest];
    // The last value on the way, which may be a reference.
    let depth = way.length;
    while (depth > 0 && getIn(root, ...way.slice(0, depth)) === undefined) depth -= 1;
    const node = getIn(root, ...way.slice(0, depth));
    const further = getIn(node, '$ref');
    rest = way.slice(depth);
    if (typeof further !== 'string') return rest.length > 0 ? 'nothing' : 'value';
    if (node === own) return 'itself';
    if (followed.has(node)) return 'value';
    followed.add(node);
    next = percentDecode(further);
  }
}

const REFERABLE: Record<string, string> = {
  PathItem: 'path items',
  Parameter: 'parameters',
  RequestBody: 'request bodies',
  Response: 'responses',
  Header: 'headers',
  Schema: 'schemas',
  Example: 'named examples',
  Link: 'links',
  SecurityScheme: 'security schemes',
};

/** Rule: a `$ref` stands where OpenAPI allows one. */
export const referencePlaces: Oas3Rule = () => ({
  any(_node, { report, rawNode, rawLocation, type }) {
    if (typeof getIn(rawNode, '$ref') !== 'string' || type.name in REFERABLE) return;
    report({
      message: `OpenAPI allows no \`$ref\` here. Write the value itself: only ${Object.values(REFERABLE).join(', ')} can be references.`,
      location: rawLocation.child('$ref').key(),
    });
  },
});

/** Rule: a path item has nothing beside a `$ref`, which readers of OpenAPI take in different ways. */
export const pathReferences: Oas3Rule = () => ({
  any(_node, { report, rawNode, rawLocation, type }) {
    if (type.name !== 'PathItem' || getIn(rawNode, '$ref') === undefined) return;
    const sibling = Object.keys(Object(rawNode)).find((key) => key !== '$ref');
    if (sibling !== undefined)
      report({
        message: `\`${sibling}\` stands beside the \`$ref\` of a path, where it has no effect. Write it in the file of the path.`,
        location: rawLocation.child(sibling).key(),
      });
  },
});

/** What is wrong with a reference into the contract itself: it names a component, and no part of one. */
export function targetProblem(target: string): string | undefined {
  const { fragment = '' } = splitReference(target);
  if (/^\/components\/[^/]+\/[^/]+$/.test(fragment)) return undefined;
  return `\`#${fragment}\` leads to a part without a name. Move what it leads to into \`components\`, as #/components/schemas/Name, and refer to that from both places.`;
}
