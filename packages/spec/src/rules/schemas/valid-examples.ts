// Rule: examples and defaults of bodies, parameters, headers and schemas are valid for their schema, as it applies to their
// message: a request has no `readOnly` property, a reply no `writeOnly` one.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { getIn, isObject, type JsonObject } from '../../json.js';
import { examplesOf } from './schema-parts.js';

/** The keywords of properties that a message does not have. An example that stands at a schema may be of either message. */
const UNSENT = {
  request: ['readOnly'],
  reply: ['writeOnly'],
  either: ['readOnly', 'writeOnly'],
};
type Message = keyof typeof UNSENT;
const MESSAGES = ['request', 'reply', 'either'] as const;

/** Where the words of Ajv leave out what to know. */
const TEXTS: Readonly<Record<string, (params: JsonObject) => string>> = {
  'false schema': () => 'is `readOnly` or `writeOnly`, so this message does not have it',
  additionalProperties: (params) => `has \`${params.additionalProperty}\`, which is not declared`,
  enum: (params) => `must be one of ${JSON.stringify(params.allowedValues).slice(1, -1)}`,
};

export type Formats = NonNullable<Options['formats']>;

/** Each variant of the contract has its own Ajv. */
const CONTRACT = 'contract';

/** @param formats by their names, as the service judges them. */
export const validExamples =
  (formats: Formats): Oas3Rule =>
  () => {
    const validators = new Map<Message, Ajv2020>();
    const check = (node: object, { report, location, resolve }: UserContext) => {
      // A schema contains its examples; parameters, headers and media types have theirs beside the schema. Ajv gets the
      // schema by its pointer, so that references resolve.
      const schema = 'schema' in node ? location.child('schema') : location;
      const examples = examplesOf(node, resolve);
      if (examples.length === 0) return;
      let validate: ValidateFunction | undefined;
      try {
        const ajv = validators.get(messageAt(location.pointer));
        validate = ajv?.getSchema(CONTRACT + encodeURI(schema.pointer));
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        report({ message: `The schema cannot be compiled: ${reason}.`, location: schema });
      }
      for (const { keys, value } of examples) {
        if (validate === undefined || validate(value)) continue;
        const faults = (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
          const text = TEXTS[keyword]?.(params) ?? message;
          return `${instancePath}${instancePath && ' '}${text}`;
        });
        report({
          message: `The example is not valid for its schema: ${faults.join(', ')}.`,
          location: location.child(keys),
        });
      }
    };
    return {
      Root(root) {
        for (const message of MESSAGES) validators.set(message, createAjv(message, root, formats));
      },
      MediaType: check,
      Parameter: check,
      Header: check,
      Schema: check,
    };
  };

function messageAt(pointer: string): Message {
  if (/\/schema(?:s\/|$)/.test(pointer)) return 'either';
  return /\/(?:requestBod(?:y|ies)|parameters)\//.test(pointer) ? 'request' : 'reply';
}

function createAjv(message: Message, root: unknown, formats: Formats): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    formats,
    code: { optimize: false }, // each schema is used a few times
  });
  const schema = schemasOf(message, root);
  return isObject(schema) ? ajv.addSchema(schema, CONTRACT) : ajv;
}

/** A copy in which properties that the message does not have are forbidden, and not required. */
function schemasOf(message: Message, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => schemasOf(message, item));
  if (!isObject(node)) return node;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(node)) copy[key] = schemasOf(message, value);
  if (typeof copy.nullable === 'boolean') delete copy.nullable; // `contract-schema` refuses it, and Ajv compiles no such reference
  const { properties, required } = copy;
  if (!isObject(properties)) return copy;
  const unsent = Object.keys(properties).filter((name) =>
    UNSENT[message].some((keyword) => getIn(properties, name, keyword) === true),
  );
  if (Array.isArray(required)) copy.required = required.filter((name) => !unsent.includes(name));
  if (message !== 'either') for (const name of unsent) properties[name] = false;
  return copy;
}
