// Public API of @animal-store/sdk/schemas: validators of request bodies, generated from the contract.
export * from '../generated/body-schemas.js';
export type { BodySchema, StandardSchema } from './validation/body-schema.js';
export { coerceStrings, type FormValues } from './validation/coerce-strings.js';
export { type Issue, toIssues } from './validation/issues.js';
