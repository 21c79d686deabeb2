// Copy of the workspace with every recipe, and with a contract that has all of the fixture, other values, and schemas in a file
// of their own.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { copyWorkspace, type WorkspaceCopy } from '../copy-workspace.js';
import { type FileEdit, readRecipes } from '../read-recipes.js';
import { growContract, grownSchemas } from './grow-contract.js';

const OPERATIONS = 'apps/server/src/operations';
/** The schemas of the fixture move to this file. */
const SCHEMAS_FILE = 'openapi/growth.yaml';

/** The copy's contract and handlers are complete; nothing is built. */
export async function growWorkspace(): Promise<WorkspaceCopy> {
  const tree = await copyWorkspace();
  for (const recipe of readRecipes()) await applyEdits(tree, recipe.edits);
  await tree.editContract((contract) => {
    contract.setIn(['components', 'parameters', 'Limit', 'schema', 'maximum'], 99);
    contract.setIn(['x-rate-limit-plans', 'free', 'perMinute'], 5);
    contract.addIn(['components', 'schemas', 'PetStatus', 'enum'], 'missing');
  });

  const contract = parse(await tree.read('openapi.yaml'));
  growContract(contract);
  await splitContract(tree, contract);

  const handlers = await readFile(join(__dirname, 'handlers.ts'), 'utf8');
  await tree.write(`${OPERATIONS}/grown-handlers.ts`, handlers.replaceAll('../../../src/', '../'));
  await tree.edit({
    [`${OPERATIONS}/index.ts`]: [
      [
        'import type { Handlers }',
        "import { grownHandlers } from './grown-handlers.js';\nimport type { Handlers }",
      ],
      ['\n} satisfies', '\n  ...grownHandlers,\n} satisfies'],
    ],
  });
  return tree;
}

/** Edits of recipes. */
export async function applyEdits(tree: WorkspaceCopy, edits: readonly FileEdit[]): Promise<void> {
  for (const { file, apply } of edits)
    await tree.write(file, apply(await tree.read(file).catch(() => undefined)));
}

async function splitContract(
  tree: WorkspaceCopy,
  contract: { components: { schemas: Record<string, unknown> } },
): Promise<void> {
  const { schemas } = contract.components;
  const moved = grownSchemas();
  const there = moved.map((name) => [name, schemas[name]]);
  for (const name of moved) delete schemas[name];
  const isMoved = new Set(moved);
  const point = (value: unknown, inside: string, outside: string) =>
    stringify(value, {
      aliasDuplicateObjects: false,
      defaultStringType: 'QUOTE_DOUBLE',
    }).replaceAll(/#\/components\/schemas\/(\w+)/g, (reference, name) =>
      isMoved.has(name) ? `${inside}#/${name}` : `${outside}${reference}`,
    );
  await tree.write('openapi.yaml', point(contract, `./${SCHEMAS_FILE}`, ''));
  await tree.write(SCHEMAS_FILE, point(Object.fromEntries(there), '', '../openapi.yaml'));
}
