// Validators that are compiled ahead of time, as those of the SDK, for a contract that a test may have edited.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractDocument } from '@animal-store/contract';
import { readErrorBounds } from '@animal-store/contract';
import { compileBodies, compileParameters } from '@animal-store/contract/request-schemas';
import type * as validation from '@animal-store/core/validation';
import { buildSync } from 'esbuild';
import { readContract } from './read-contract.js';

type Validate = ReturnType<typeof validation.createRequestValidator>;
type Module = Record<string, validation.SchemaValidator>;

const INDEX = `
export { createRequestValidator } from '@animal-store/core/validation';
export * as bodies from './bodies.mjs';
export * as parameters from './parameters.mjs';
`;

/** The validator of each operation, by its id. */
export function compileValidators(document: ContractDocument): ReadonlyMap<string, Validate> {
  const { operations } = readContract(document);
  const parameters = new Map<string, object>();
  const bodies = new Map<string, string>();
  for (const { id, body, parameters: declared } of operations) {
    if (body !== undefined) bodies.set(id, id);
    for (const [index, { schema }] of declared.entries()) parameters.set(`${id}${index}`, schema);
  }
  const compiled = bundle({
    'bodies.mjs': compileBodies(bodies, document),
    'parameters.mjs': compileParameters(parameters, document),
    'index.mjs': INDEX,
  });
  return new Map(
    operations.map((operation) => {
      const body = compiled.bodies[operation.id];
      const validators = {
        parameters: operation.parameters.flatMap(
          (_, index) => compiled.parameters[`${operation.id}${index}`] ?? [],
        ),
        ...(body && { body }),
      };
      return [
        operation.id,
        compiled.createRequestValidator(operation, validators, readErrorBounds(document)),
      ];
    }),
  );
}

/** One copy of the shared code, since a validator and what calls it have state in common. */
function bundle(files: Readonly<Record<string, string>>): {
  createRequestValidator: typeof validation.createRequestValidator;
  bodies: Module;
  parameters: Module;
} {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-validators-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    buildSync({
      entryPoints: [join(folder, 'index.mjs')],
      outfile: join(folder, 'bundle.cjs'),
      bundle: true,
      format: 'cjs',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      nodePaths: [join(__dirname, '../../../../node_modules')],
    });
    return require(join(folder, 'bundle.cjs'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
