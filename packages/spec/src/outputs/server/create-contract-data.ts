// Contract data made in process, for a contract that a test has edited. Ajv compiles its validators when they are needed.
import type { ContractData, RowSchema } from '@animal-store/core/contract-data';
import type { RequestValidators, SchemaValidator } from '@animal-store/core/validation';
import type { Contract } from '../../model/index.js';
import type { JsonSchema } from '../json-schema.js';
import { compileBody, createParameterCompiler, toRequestDocument } from '../requests/index.js';
import { readPlainData, readRequestSchemas, readRows } from './server-data.js';

export function createContractData(contract: Contract): ContractData {
  const requestDocument = toRequestDocument(contract);
  const compileParameter = createParameterCompiler(contract);
  const whenCalled = (schema: JsonSchema) =>
    compileWhenCalled(() => compileBody(schema, requestDocument.components));
  const schemas = readRequestSchemas(contract, requestDocument);
  return {
    ...readPlainData(contract),
    requestDocument,
    validators: Object.fromEntries(
      schemas.map(({ id, parameters, body }): [string, RequestValidators] => [
        id,
        {
          /** @throws an Error if a schema cannot be compiled: a server reads it, and then names the operation. */
          get parameters() {
            return parameters.map(compileParameter);
          },
          ...(body !== undefined && { body: whenCalled(body) }),
        },
      ]),
    ),
    rows: Object.fromEntries(
      Array.from(readRows(contract), ([name, { schema, properties }]): [string, RowSchema] => [
        name,
        { properties, validate: whenCalled(schema) },
      ]),
    ),
  };
}

function compileWhenCalled(compile: () => SchemaValidator): SchemaValidator {
  let compiled: SchemaValidator | undefined;
  const validate: SchemaValidator = function (data) {
    compiled ??= compile();
    const isValid = compiled.call(this, data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}
