// The compiler of TypeScript, and openapi-typescript, which returns its nodes.
import { createRequire } from 'node:module';
import type { OpenAPITSOptions } from 'openapi-typescript';
import type TypeScript from 'typescript';
import type { JsonObject } from '../../json.js';

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
  /** Adds the names of the schemas to the document. */
  scanDiscriminators(document: JsonObject, options: object): unknown;
}

/** The types of a document, which it changes. @param transform the type of a schema that is not typed as others. */
export function toTypes(
  document: JsonObject,
  transform: NonNullable<OpenAPITSOptions['transform']>,
): TypeScript.Node[] {
  const options = { silent: true };
  return transformSchema(document, {
    ...options, // all others are off
    discriminators: scanDiscriminators(document, options),
    injectFooter: [],
    readWriteMarkers: true,
    resolve: (reference: string) => resolveRef(document, reference, options),
    transform,
  });
}
