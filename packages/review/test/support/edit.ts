// Owns the making of edited contracts: the fixture, changed at one place, in a folder that is gone after the test.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, parseDocument } from 'yaml';
import { type Comparison, compare, type Surroundings } from '../../src/compare.js';

/** No test of an edit hangs on what openapi.yaml says today. */
export const FIXTURE = fileURLToPath(new URL('fixture-contract.yaml', import.meta.url));

export type Edit = (contract: Document) => void;

/** @throws an Error if there is nothing there: an edit that changes nothing proves nothing. */
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

/** Gives the value at `from` the key `to`, in the same object. */
export function rename(from: string, to: string): Edit {
  return (contract) => {
    const keys = keysOf(from);
    const value = contract.getIn(keys, true);
    if (value === undefined) throw new Error(`the contract has no ${from}`);
    contract.deleteIn(keys);
    contract.setIn([...keys.slice(0, -1), to], value);
  };
}

export function all(...edits: Edit[]): Edit {
  return (contract) => {
    for (const edit of edits) edit(contract);
  };
}

/** Keys are parted by spaces: paths and media types have slashes and dots. */
function keysOf(path: string): string[] {
  return path.split(' ');
}

export async function edited(edit: Edit, file = FIXTURE): Promise<string> {
  const contract = parseDocument(await readFile(file, 'utf8'));
  edit(contract);
  return contract.toString({ lineWidth: 0 });
}

export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function write(folder: string, name: string, text: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

/** The types that the SDK exports, and no changeset. */
const SURROUNDINGS: Surroundings = {
  exported: ['Pet', 'NewPet', 'PetStatus', 'Order', 'ErrorCode', 'ErrorDetail'],
  announced: undefined,
};

export async function compareEdits(
  before: Edit,
  after: Edit,
  surroundings: Partial<Surroundings> = {},
): Promise<Comparison> {
  return withFolder(async (folder) =>
    compare(
      await write(folder, 'base.yaml', await edited(before)),
      await write(folder, 'head.yaml', await edited(after)),
      { ...SURROUNDINGS, ...surroundings },
    ),
  );
}
