// Ajv keywords of request schemas, beside those of JSON Schema.
import { _, type CodeKeywordDefinition, type FuncKeywordDefinition, str } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { RoundedNumbers } from './rounded-numbers.js';

/** No value is valid. The error has this text as its message. */
const fault: CodeKeywordDefinition = {
  keyword: 'fault',
  schemaType: 'string',
  error: { message: ({ schema }) => str`${schema}` },
  code: (context) => context.fail(),
};

/** An integer is exact as a JavaScript number. */
const safeInteger: CodeKeywordDefinition = {
  keyword: 'safeInteger',
  type: 'number',
  schemaType: 'boolean',
  error: { message: 'must be a safe integer' },
  code: (context) => context.fail(_`!Number.isSafeInteger(${context.data})`),
};

/** A number may be rounded, as JavaScript rounds it. Every number is valid. */
const double: FuncKeywordDefinition = {
  keyword: 'double',
  type: 'number',
  schema: false,
  validate: (_value: unknown, context?: DataValidationCxt) => {
    if (context !== undefined) acceptRounded(context);
    return true;
  },
};

/** express-openapi-validator validates an object with the headers and the body of the request. */
function acceptRounded({ rootData, instancePath }: DataValidationCxt): void {
  const headers: unknown = 'headers' in rootData ? rootData.headers : undefined;
  if (typeof headers !== 'object' || headers === null || !instancePath.startsWith(BODY)) return;
  RoundedNumbers.of(headers)?.accept(instancePath.slice(BODY.length));
}

const BODY = '/body';

export const REQUEST_KEYWORDS = [fault, safeInteger, double];
