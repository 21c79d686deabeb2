// Rule: examples and defaults of bodies, parameters, headers and schemas are valid for their schema.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { getIn, isObject } from '../../json.js';
import { MESSAGES, type Message, schemasOf } from './message-schemas.js';

const NOT_SENT = 'is `readOnly` or `writeOnly`, so this message does not have it';

/** Each variant of the contract has its own Ajv. */
const CONTRACT = 'contract';

export const validExamples: Oas3Rule = () => {
  let validators = new Map<Message, Ajv2020>();
  const check = (node: object, { report, location, resolve }: UserContext) => {
    // A schema contains its examples; parameters, headers and media types have theirs beside the schema. Ajv gets the
    // schema by its pointer, so that references resolve.
    const schema = 'schema' in node ? location.child('schema') : location;
    const examples = examplesOf(node, (reference) => resolve({ $ref: reference }).node);
    if (examples.length === 0) return;
    const ajv = validators.get(messageAt(location.pointer));
    const validate = compile(ajv, schema.pointer, (reason) =>
      report({ message: `The schema cannot be compiled: ${reason}.`, location: schema }),
    );
    for (const { keys, value } of examples) {
      if (validate === undefined || validate(value)) continue;
      const faults = (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
        const name = params.additionalProperty ?? '';
        const text = keyword === 'false schema' ? NOT_SENT : `${message}${name && ` (${name})`}`;
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
      validators = new Map(MESSAGES.map((message) => [message, createAjv(message, root)]));
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

function createAjv(message: Message, root: unknown): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    code: { optimize: false }, // each schema is used a few times
  });
  addFormats.default(ajv);
  ajv.addFormat('int32', { type: 'number', validate: isWithinBits(32) });
  ajv.addFormat('int64', { type: 'number', validate: isWithinBits(64) });
  const schema = schemasOf(message, root);
  return isObject(schema) ? ajv.addSchema(schema, CONTRACT) : ajv;
}

/** Approximate at 64 bits, where a number cannot hold the bounds; the rule `int64-range` checks those exactly. */
const isWithinBits = (bits: number) => (value: number) =>
  Number.isInteger(value) && value >= -(2 ** (bits - 1)) && value <= 2 ** (bits - 1) - 1;

/** Undefined if the schema does not compile. Unresolved references are not reported here: another rule reports them. */
function compile(
  ajv: Ajv2020 | undefined,
  schemaPointer: string,
  onError: (reason: string) => void,
) {
  try {
    return ajv?.getSchema(CONTRACT + encodeURI(schemaPointer));
  } catch (error) {
    const isMissingReference = error instanceof Error && 'missingRef' in error;
    if (!isMissingReference) onError(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

interface Example {
  keys: string[];
  value: unknown;
}

function examplesOf(node: object, resolve: (reference: string) => unknown): Example[] {
  const own = ['example', 'default'].flatMap((key) =>
    key in node ? [{ keys: [key], value: getIn(node, key) }] : [],
  );
  const examples: unknown = getIn(node, 'examples');
  const others = Object.entries(Object(examples)).flatMap(([name, entry]: [string, unknown]) => {
    const keys = ['examples', name];
    if (Array.isArray(examples)) return [{ keys, value: entry }];
    const target = getIn(entry, '$ref');
    const example = typeof target === 'string' ? resolve(target) : entry;
    return isObject(example) && 'value' in example ? [{ keys, value: example.value }] : [];
  });
  return [...own, ...others];
}
