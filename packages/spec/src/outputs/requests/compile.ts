// Options, formats and keywords of Ajv for request schemas.

import type { RequestDocument } from '@animal-store/core/contract-data';
import { FORMATS, type SchemaValidator } from '@animal-store/core/validation';
import type { Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ContractDocument } from '../../document.js';
import type { JsonSchema, SchemaObject } from './json-schema.js';
import { REQUEST_KEYWORDS, uniqueScalars } from './keywords.js';
import { toRequestDocument } from './request-document.js';

/** For the schemas of `toRequestDocument`. */
export const REQUEST_OPTIONS = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
  validateSchema: false, // the build has validated it
  passContext: true,
  formats: FORMATS,
  keywords: REQUEST_KEYWORDS,
} satisfies Options;

/** Compiles the schemas of parameters, as the contract has them. */
export function createParameterAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    formats: FORMATS,
    ...options,
  });
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueScalars);
  return ajv;
}

/** The schema of a parameter, in which its references can be resolved. The compiler visits all of it. */
export function withSchemas(
  schema: SchemaObject,
  { components: { schemas } }: ContractDocument,
): SchemaObject {
  return { components: { schemas }, ...schema };
}

/** @throws an Error if a schema cannot be compiled. */
export function createParameterCompiler(
  document: ContractDocument,
): (schema: SchemaObject) => SchemaValidator {
  const ajv = createParameterAjv();
  return (schema) => ajv.compile(withSchemas(schema, document));
}

/**
 * Compiles a schema of the request document, to validate `{ body }`.
 * @throws an Error if the schema cannot be compiled.
 */
export function compileBody(schema: JsonSchema, { components }: RequestDocument): SchemaValidator {
  return new Ajv2020(REQUEST_OPTIONS).compile(withBody(schema, components));
}

/**
 * Validates `{ body }` as a request whose body has the schema of that name, which no operation needs to name.
 * @throws an Error if the schema cannot be compiled.
 */
export function compileSchema(name: string, document: ContractDocument): SchemaValidator {
  const schema = { $ref: `#/components/schemas/${name}` };
  return compileBody(schema, toRequestDocument(document));
}

/** The schema of `{ body }`, in which references can be resolved. */
export function withBody(schema: JsonSchema, components: object) {
  const body = { allOf: [schema] }; // its default says nothing here
  return { components, required: ['body'], properties: { body } };
}
