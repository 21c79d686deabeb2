// Rule: examples and defaults of bodies, parameters, headers and schemas are valid for their schema, as it applies to their
// message: a request has no `readOnly` property, a reply no `writeOnly` one.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { Ajv2020, MissingRefError, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { getIn, isObject, type JsonObject } from '../../json.js';

/** `either` is for an example that stands at a schema, and may be of both. */
const MESSAGES = ['request', 'reply', 'either'] as const;
type Message = (typeof MESSAGES)[number];

/** The keywords of properties that the message does not have, and of those that it may lack even if they are required. */
const FORBIDDEN = { request: ['readOnly'], reply: ['writeOnly'], either: [] };
const OPTIONAL = { ...FORBIDDEN, either: ['readOnly', 'writeOnly'] };

const NOT_SENT = 'is `readOnly` or `writeOnly`, so this message does not have it';

/** Each variant of the contract has its own Ajv. */
const CONTRACT = 'contract';

export const validExamples: Oas3Rule = () => {
  const validators = new Map<Message, Ajv2020>();
  const check = (node: object, { report, location, resolve }: UserContext) => {
    // A schema contains its examples; parameters, headers and media types have theirs beside the schema. Ajv gets the
    // schema by its pointer, so that references resolve.
    const schema = 'schema' in node ? location.child('schema') : location;
    const examples = examplesOf(node, (reference) => resolve({ $ref: reference }).node);
    if (examples.length === 0) return;
    const ajv = validators.get(messageAt(location.pointer));
    let validate: ValidateFunction | undefined;
    try {
      validate = ajv?.getSchema(CONTRACT + encodeURI(schema.pointer));
    } catch (error) {
      if (error instanceof MissingRefError) return; // another rule reports unresolved references
      const reason = error instanceof Error ? error.message : error;
      report({ message: `The schema cannot be compiled: ${reason}.`, location: schema });
    }
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
      for (const message of MESSAGES) validators.set(message, createAjv(message, root));
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

/** A copy in which properties that the message does not have are forbidden, and not required. */
function schemasOf(message: Message, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => schemasOf(message, item));
  if (!isObject(node)) return node;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(node)) copy[key] = schemasOf(message, value);
  const { properties, required } = copy;
  if (!isObject(properties)) return copy;
  const withAny = (keywords: string[]) =>
    Object.keys(properties).filter((name) =>
      keywords.some((keyword) => getIn(properties, name, keyword) === true),
    );
  const exempt = withAny(OPTIONAL[message]);
  if (Array.isArray(required)) copy.required = required.filter((name) => !exempt.includes(name));
  for (const name of withAny(FORBIDDEN[message])) properties[name] = false;
  return copy;
}

/** Approximate at 64 bits, where a number cannot hold the bounds; the rule `int64-range` checks those exactly. */
const isWithinBits = (bits: number) => (value: number) =>
  Number.isInteger(value) && value >= -(2 ** (bits - 1)) && value <= 2 ** (bits - 1) - 1;

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
