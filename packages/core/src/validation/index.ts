// Validation of requests: what the server and the SDK's mock find wrong with a request. It takes compiled schemas, and does
// not import Ajv: packages/spec derives the schemas from the contract.
export { isContainer } from '../json-object.js';
export { equal, ucs2length } from './ajv-runtime.js';
export { type ErrorBounds, type ErrorDetail, ErrorDetails } from './error-details.js';
export * from './formats.js';
export { decodeUtf8, parseBody } from './json/body-text.js';
export { readBodyValue } from './json/body-value.js';
export { unescapeToken } from './json/error-path.js';
export { type BodyJson, JSON_NUMBER, readBody } from './json/strict-json.js';
export * from './library-formats.js';
export { FORMATS } from './named-formats.js';
export { createReader, type ParameterReader } from './parameters/parameter-reader.js';
export { percentDecode } from './parameters/parameter-text.js';
export { readParameters } from './parameters/read-parameters.js';
export {
  createRequestValidator,
  headerTexts,
  type RequestValidators,
  type ValidateRequest,
} from './request-validator.js';
export type { SchemaValidator } from './schema-errors.js';
export { validateBody } from './validate-body.js';
export type { ValidatedRequest } from './validated-request.js';
