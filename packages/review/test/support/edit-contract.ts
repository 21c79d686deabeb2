// Edited contracts for tests: the fixture with one change, in a temporary folder.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parse,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { type Comparison, compare } from '../../src/diff/compare.js';
import { withTemporaryFolder } from '../../src/temporary-folder.js';

/** A contract of the tests' own, so that a change of openapi.yaml does not fail tests of edits. */
export const FIXTURE = fileURLToPath(new URL('fixture-contract.yaml', import.meta.url));

export type Edit = (contract: Document) => void;

/** @throws an Error if the parent does not exist, because the edit would change nothing. */
export function set(path: string, value: unknown): Edit {
  return (contract) => {
    const keys = keysOf(path);
    if (!contract.hasIn(keys.slice(0, -1))) throw new Error(`the contract has no ${path}`);
    contract.setIn(keys, contract.createNode(value));
  };
}

export function remove(path: string): Edit {
  return (contract) => {
    if (!contract.deleteIn(keysOf(path))) throw new Error(`the contract has no ${path}`);
  };
}

export function add(path: string, value: unknown): Edit {
  return (contract) => contract.addIn(keysOf(path), contract.createNode(value));
}

/** Renames the last key of `from` to `to`. */
export function rename(from: string, to: string): Edit {
  return (contract) => {
    const keys = keysOf(from);
    const value = contract.getIn(keys, true);
    if (value === undefined) throw new Error(`the contract has no ${from}`);
    contract.deleteIn(keys);
    contract.setIn([...keys.slice(0, -1), to], value);
  };
}

/** Copies what stands at `from` to `to`. */
export function copy(from: string, to: string): Edit {
  return (contract) =>
    contract.setIn(keysOf(to), parseDocument(String(contract.getIn(keysOf(from), true))).contents);
}

/** Removes a component, and every reference to it. */
export function without(path: string): Edit {
  const target = `#/${path.replaceAll(' ', '/')}`;
  return (contract) => {
    remove(path)(contract);
    visit(contract, {
      Pair: (_key, { value }) =>
        isMap(value) && value.get('$ref') === target ? visit.REMOVE : undefined,
    });
  };
}

export function all(...edits: Edit[]): Edit {
  return (contract) => {
    for (const edit of edits) edit(contract);
  };
}

/** Keys are separated by spaces, because paths and media types contain slashes and dots. */
function keysOf(path: string): string[] {
  return path.split(' ');
}

/** By file, because many tests edit one. */
const parsed = new Map<string, unknown>();

/** A contract without aliases and merge keys, so that an edit has one place. */
export async function edited(edit: Edit, file = FIXTURE): Promise<string> {
  if (!parsed.has(file)) parsed.set(file, parse(await readFile(file, 'utf8'), { merge: true }));
  const contract = new Document(parsed.get(file), { aliasDuplicateObjects: false });
  edit(contract);
  visit(contract, { Scalar: (_key, scalar) => quoteDate(scalar) });
  return contract.toString({ lineWidth: 0 });
}

/** The line of a key of an object, or of an item of an array. */
export function lineOf(text: string, path: string): number {
  const lineCounter = new LineCounter();
  const contract = parseDocument(text, { lineCounter });
  const keys = keysOf(path);
  const last = keys.at(-1) ?? '';
  const parent: unknown =
    keys.length === 1 ? contract.contents : contract.getIn(keys.slice(0, -1), true);
  let node: unknown;
  if (isMap(parent))
    node = parent.items.find(({ key }) => isScalar(key) && String(key.value) === last)?.key;
  else if (isSeq(parent)) node = parent.items[Number(last)];
  if (!isNode(node)) throw new Error(`the contract has no ${path}`);
  return lineCounter.linePos(node.range?.[0] ?? 0).line;
}

/** As the linter demands. */
function quoteDate(scalar: Scalar): void {
  if (/^\d{4}-\d{2}-\d{2}/.test(String(scalar.value))) scalar.type = 'QUOTE_DOUBLE';
}

export async function write(folder: string, name: string, text: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

export const TODAY = '2026-11-23';

export async function compareEdits(before: Edit, after: Edit, today = TODAY): Promise<Comparison> {
  return withTemporaryFolder(async (folder) =>
    compare(
      await write(folder, 'base/openapi.yaml', await edited(before)),
      await write(folder, 'head/openapi.yaml', await edited(after)),
      today,
    ),
  );
}
