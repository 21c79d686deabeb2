// The compiler of TypeScript, and openapi-typescript, which returns its nodes.
import { createRequire } from 'node:module';
import type { OpenAPITSOptions } from 'openapi-typescript';
import type TypeScript from 'typescript';
import { getIn, type JsonObject, listOf, walk } from '../../json.js';

// Node.js takes half a second longer to import TypeScript, a CommonJS file of 9 MB, than to require it.
const require = createRequire(import.meta.url);
export const ts: typeof TypeScript = require('typescript');

// Parts of openapi-typescript: all of it loads a second Redocly, to check and bundle the document once more.
const transformSchema: (document: JsonObject, context: object) => TypeScript.Node[] =
  require('openapi-typescript/dist/transform/index.cjs');
const { resolveRef, scanDiscriminators }: Utilities =
  require('openapi-typescript/dist/lib/utils.cjs');
export const { astToString }: Pick<typeof import('openapi-typescript'), 'astToString'> =
  require('openapi-typescript/dist/lib/ts.cjs');

interface Utilities {
  resolveRef(document: JsonObject, reference: string, options: object): unknown;
  /** Gives the branches of discriminators the values that select them. */
  scanDiscriminators(document: JsonObject, options: object): void;
}

/** The types of a document, which it changes. @param transform the type of a schema that is not typed as others. */
export function toTypes(
  document: JsonObject,
  transform: NonNullable<OpenAPITSOptions['transform']>,
): TypeScript.Node[] {
  const options = { silent: true };
  scanDiscriminators(document, options);
  // Otherwise a schema whose `allOf` has a discriminator would lose its property, and get one with its own name as the value.
  for (const [, node] of walk(document))
    for (const part of listOf(getIn(node, 'allOf'))) delete Object(part).discriminator;
  return transformSchema(document, {
    ...options, // all others are off
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    readWriteMarkers: true,
    resolve: (reference: string) => resolveRef(document, reference, options),
    transform,
  });
}
