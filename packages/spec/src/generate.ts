// Code generation: everything under `generated/`, from openapi.yaml.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationSpec } from '@animal-store/core';
import { type ContractDocument, unsealDocument } from './document.js';
import { readOperations } from './outputs/operation-specs.js';
import { renderServer } from './outputs/server/render-server.js';
import {
  renderDefaults,
  renderReceivedTypes,
  renderSchemas,
  renderTypes,
} from './outputs/types/index.js';
import { bundleContract } from './read/bundle.js';
import { formatProblem } from './read/problems.js';

const BANNER = '// Generated from openapi.yaml. Do not edit: the next build overwrites it.\n';

export interface Generated {
  /** One line each: `openapi.yaml:12:3 rule-name message`. If there are any, no file is written. */
  problems: readonly string[];
  /** Whether any file differs from the one that was there before. */
  isChanged: boolean;
}

/** Writes the files into the folder `target`, and leaves those alone that do not change. */
export async function generate(source: string, target: string): Promise<Generated> {
  const { bundle, problems } = await bundleContract(source);
  if (bundle === undefined) return { problems: problems.map(formatProblem), isChanged: false };
  const { contract } = bundle;
  // The compiler checks the cast: the document is written as a typed literal.
  const document = unsealDocument(bundle.document) as ContractDocument;
  const operations = readOperations(contract);
  const files = {
    'types.ts': renderTypes(document, contract),
    'received-types.ts': renderReceivedTypes(document),
    'schemas.ts': renderSchemas(contract),
    'defaults.ts': renderDefaults(operations),
    'document.ts': renderDocument(document),
    'operations.ts': renderOperations(operations),
    ...renderServer(contract),
  };
  await mkdir(target, { recursive: true });
  let isChanged = false;
  for (const [name, text] of Object.entries(files)) {
    const file = join(target, name);
    if ((await readIfExists(file)) === BANNER + text) continue;
    await writeFile(file, BANNER + text);
    isChanged = true;
  }
  return { problems: [], isChanged };
}

/** The literal has a type, so that a contract that lacks a required part does not compile. */
function renderDocument(bundled: ContractDocument): string {
  return `import type { ContractDocument } from '@animal-store/spec/document';

export const document: ContractDocument = ${JSON.stringify(bundled, undefined, 2)};
`;
}

/** The table of operations, which the server and the SDK share. */
function renderOperations(specs: readonly OperationSpec[]): string {
  return `import type { OperationSpec } from '@animal-store/core';
import type { operations } from './types.js';

export const operationSpecs: readonly OperationSpec<keyof operations>[] = ${JSON.stringify(specs, undefined, 2)};
`;
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}
