// Ajv keywords of request schemas, beside those of JSON Schema. They are code, so that they can be compiled ahead of time.
import { _, type CodeKeywordDefinition, str } from 'ajv';

/** No value is valid. The error has this text as its message. */
const fault: CodeKeywordDefinition = {
  keyword: 'fault',
  schemaType: 'string',
  error: {
    message: ({ schema }) => str`${schema}`,
    params: ({ schemaCode }) => _`{ fault: ${schemaCode} }`,
  },
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

/** A number may be rounded, as JavaScript rounds it. Every number is valid: validateBody, which calls with a `this`, is told its place. */
const double: CodeKeywordDefinition = {
  keyword: 'double',
  type: 'number',
  code: ({ gen, it }) => {
    if (it.opts.passContext) gen.code(_`this.accept(instancePath + ${it.errorPath})`);
  },
};

export const REQUEST_KEYWORDS = [fault, safeInteger, double];

/** Ajv's own keyword takes quadratic time where the items are a reference. Items of parameters are scalars. */
export const uniqueScalars: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  code: (context) => {
    const { data, schema } = context;
    if (schema === true) context.fail(_`new Set(${data}).size !== ${data}.length`);
  },
};
