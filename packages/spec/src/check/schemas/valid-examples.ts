// Rule: examples and defaults of bodies, parameters, headers and schemas are valid for their schema, as it applies to their
// message: a request has no `readOnly` property, a reply no `writeOnly` one.
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { getIn, isObject, type JsonObject } from '../../json.js';
import {
  type Body,
  bodiesOf,
  type Contract,
  type Edge,
  type GivenValue,
  givenValuesOf,
  headersOf,
  parametersOf,
  placesOf,
  type Reply,
  repliesOf,
  schemasOf,
} from '../../model/index.js';
import type { Rule } from '../rule.js';

/** The keywords of properties that a message does not have. An example that stands at a schema may be of either message. */
const UNSENT = {
  request: ['readOnly'],
  reply: ['writeOnly'],
  either: ['readOnly', 'writeOnly'],
};
type Message = keyof typeof UNSENT;

/** Where the words of Ajv leave out what to know. */
const TEXTS: Readonly<Record<string, (params: JsonObject) => string>> = {
  'false schema': () => 'is `readOnly` or `writeOnly`, so this message does not have it',
  additionalProperties: (params) => `has \`${params.additionalProperty}\`, which is not declared`,
  enum: (params) => `must be one of ${JSON.stringify(params.allowedValues).slice(1, -1)}`,
};

export type Formats = NonNullable<Options['formats']>;

/** Each variant of the contract has its own Ajv. */
const CONTRACT = 'contract';

/** Values, and the schema that they must have. */
interface Examples {
  values: readonly GivenValue[];
  schema: Edge;
  message: Message;
}

/** @param document of the contract, which Ajv compiles. @param formats by their names, as the service judges them. */
export function validExamples(document: JsonObject, formats: Formats): Rule {
  return (contract, report) => {
    const validators = new Map<Message, Ajv2020>();
    const compile = ({ schema, message }: Examples): ValidateFunction | undefined => {
      const ajv = validators.get(message) ?? createAjv(message, document, formats);
      validators.set(message, ajv);
      // Ajv gets the schema by its pointer, so that references resolve.
      return ajv.getSchema(CONTRACT + encodeURI(schema.schema.at));
    };
    for (const examples of examplesIn(contract)) {
      if (examples.values.length === 0) continue;
      let validate: ValidateFunction | undefined;
      try {
        validate = compile(examples);
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        const at = examples.schema.at;
        report({ message: `The schema cannot be compiled: ${reason}.`, at });
      }
      for (const { at, value } of examples.values) {
        if (validate === undefined || validate(value)) continue;
        const faults = (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
          const text = TEXTS[keyword]?.(params) ?? message;
          return `${instancePath}${instancePath && ' '}${text}`;
        });
        const message = `The example is not valid for its schema: ${faults.join(', ')}.`;
        report({ message, at });
      }
    }
  };
}

/** Those of parameters, headers and media types stand beside the schema; others in it, or beside a reference to it. */
function* examplesIn(contract: Contract): Generator<Examples> {
  const contents = (parts: readonly (Body | Reply)[]) =>
    parts.flatMap(({ content }) => [...content.values()]);
  const messages = {
    request: [...parametersOf(contract), ...contents(bodiesOf(contract))],
    reply: [...headersOf(contract), ...contents(repliesOf(contract))],
  };
  for (const message of ['request', 'reply'] as const)
    for (const { examples, schema } of messages[message]) {
      const values = examples.filter(({ value }) => value !== undefined);
      if (schema !== undefined) yield { values, schema, message };
    }
  for (const schema of placesOf(contract))
    yield { values: givenValuesOf(schema), schema, message: 'either' };
  for (const schema of schemasOf(contract))
    yield { values: givenValuesOf(schema.schema), schema, message: 'either' };
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
  const schema = variantFor(message, root);
  return isObject(schema) ? ajv.addSchema(schema, CONTRACT) : ajv;
}

/** A copy in which properties that the message does not have are forbidden, and not required. */
function variantFor(message: Message, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => variantFor(message, item));
  if (!isObject(node)) return node;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(node)) copy[key] = variantFor(message, value);
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
