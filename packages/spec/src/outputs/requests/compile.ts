// Options, formats and keywords of Ajv for request schemas.
import type { RequestDocument } from '@animal-store/core/contract-data';
import { FORMATS, type SchemaValidator } from '@animal-store/core/validation';
import type { Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Contract, type Edge, placesWithin } from '../../model/index.js';
import { type JsonSchema, toJsonSchema } from '../json-schema.js';
import { REQUEST_KEYWORDS, uniqueScalars } from './keywords.js';

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

/** The schema of a parameter, with the components that it refers to: the compiler visits all that it gets. */
export function toParameterSchema(edge: Edge | undefined, { schemas }: Contract): object {
  const schema = edge ? toJsonSchema(edge) : {};
  const used = edge ? [...placesWithin(edge)].flatMap(({ component }) => component ?? []) : [];
  const components = [...new Set(used)].flatMap((name) => {
    const component = schemas.get(name);
    return component === undefined ? [] : [[name, toJsonSchema(component)] as const];
  });
  return { components: { schemas: Object.fromEntries(components) }, ...Object(schema) };
}

/** @throws an Error if a schema cannot be compiled. */
export function createParameterCompiler(
  contract: Contract,
): (edge: Edge | undefined) => SchemaValidator {
  const ajv = createParameterAjv();
  return (edge) => ajv.compile(toParameterSchema(edge, contract));
}

/**
 * Compiles a schema of the request document, to validate `{ body }`.
 * @throws an Error if the schema cannot be compiled.
 */
export function compileBody(
  schema: JsonSchema,
  components: RequestDocument['components'] | { schemas: object },
): SchemaValidator {
  return new Ajv2020(REQUEST_OPTIONS).compile(withBody(schema, components));
}

/** The schema of `{ body }`, in which references can be resolved. */
export function withBody(schema: JsonSchema, components: object) {
  const body = { allOf: [schema] }; // so that no default replaces a body that is missing
  return { components, required: ['body'], properties: { body } };
}
