// Rule: the contract holds what contract.schema.yaml admits, the served part of OpenAPI 3.1, and nothing else.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isCalendarDate } from '../calendar-date.js';
import { entriesOf, getIn, isObject } from '../json.js';
import { parsePointer, resolvePointer } from '../json-pointer.js';
import { type Oas3Rule, parseYaml } from '../redocly.js';

interface Refusal {
  /** The keys that lead to the place. */
  keys: string[];
  message: string;
  /** Whether the key itself is refused, with all that it holds. */
  isKey: boolean;
}

const schema = parseYaml(
  readFileSync(new URL('../../contract.schema.yaml', import.meta.url), 'utf8'),
);
/** Where a vendor extension may stand, and the part of the schema that says so. */
const EXTENSION_HOMES = [
  ['at the top level'],
  ['on an operation', '$defs', 'Operation'],
  ['a parameter', '$defs', 'Parameter', 'else'],
  ['a property of an object', '$defs', 'Keywords'],
];

let validate: ValidateFunction | undefined;

export const contractSchema: Oas3Rule = () => ({
  Root(root, { report, location }) {
    for (const { keys, message, isKey } of refusalsOf(root)) {
      const at = location.child(keys.map((key) => key.replaceAll('%', '%25'))); // pointers are decoded
      report({ message, location: isKey ? at.key() : at });
    }
  },
});

/** One for each place: the first. */
function refusalsOf(contract: unknown): Refusal[] {
  validate ??= compile();
  if (validate(contract)) return [];
  const found = new Map<string, Refusal>();
  for (const error of validate.errors ?? []) {
    if (!isOwnProblem(error)) continue;
    const refusal = toRefusal(error, contract);
    const place = JSON.stringify(refusal.keys);
    if (!found.has(place)) found.set(place, refusal);
  }
  return [...found.values()];
}

function compile(): ValidateFunction {
  if (!isObject(schema)) throw new Error('contract.schema.yaml has no schema');
  return new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    formats: { date: isCalendarDate },
    code: { optimize: false }, // it is used once
  }).compile(schema);
}

/** Others say only that a part of the schema has failed, which has a problem of its own. */
function isOwnProblem({ keyword, schemaPath }: ErrorObject): boolean {
  if (keyword === 'if' || keyword === 'propertyNames') return false;
  return !/\/(?:anyOf|not)\//.test(schemaPath);
}

function toRefusal(error: ErrorObject, contract: unknown): Refusal {
  const { instancePath, keyword, params, parentSchema, propertyName, data: value } = error;
  const keys = parsePointer(instancePath);
  const refuse = (text: string, isKey: boolean, key?: unknown): Refusal => {
    const place = key === undefined ? keys : [...keys, String(key)];
    const message = /^[A-Z]/.test(text) ? text : `\`${nameOf(place, contract)}\` ${text}`;
    return { keys: place, message: `${message}.`, isKey };
  };
  const sentence = sentenceOf(parentSchema) ?? error.message ?? keyword;
  if (keyword === 'required') {
    const key = String(params.missingProperty);
    const text = sentenceOf(getIn(parentSchema, 'properties', key)) ?? 'is missing here';
    const message = `\`${key}\` ${text}.`;
    const isContract = keys.length === 0; // what it lacks is reported at its first key
    return { keys: isContract ? ['openapi'] : keys, message, isKey: isContract };
  }
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty);
    return refuse(unexpected(key, parentSchema), true, key);
  }
  if (keyword === 'maxProperties')
    return refuse(sentence, true, Object.keys(Object(value))[Number(params.limit)]);
  if (keyword === 'uniqueItems') {
    const twice = JSON.stringify(getIn(value, String(params.i)));
    return refuse(`has ${twice} twice: remove one`, false, params.i);
  }
  if (propertyName !== undefined) return refuse(sentence, true, propertyName);
  const isScalar = typeof value !== 'object' || value === null;
  // `not: {}` and `not: { const: true }` refuse the key.
  const isKey =
    keyword === 'not' && !('enum' in Object(error.schema) || 'pattern' in Object(error.schema));
  const got = isScalar && !isKey ? ` (got ${JSON.stringify(value)})` : '';
  return refuse(sentence + got, isKey || (!isScalar && keyword !== 'anyOf'));
}

/** The last key that is no index of an array. */
function nameOf(keys: string[], contract: unknown): string | undefined {
  const parent = keys.slice(0, -1);
  return Array.isArray(getIn(contract, ...parent)) ? nameOf(parent, contract) : keys.at(-1);
}

/** What the schema says of a value that it refuses; undefined if it has no sentence. */
function sentenceOf(node: unknown): string | undefined {
  const text = getIn(node, 'errorMessage') ?? getIn(node, 'deprecationMessage');
  if (typeof text === 'string') return text;
  const reference = getIn(node, '$ref');
  return typeof reference === 'string' ? sentenceOf(resolvePointer(schema, reference)) : undefined;
}

/** Why a key is not admitted, and which are. */
function unexpected(key: string, parent: unknown): string {
  if (key.startsWith('x-')) return unknownExtension(key);
  const known = entriesOf(getIn(parent, 'properties')).map(([name]) => name);
  return `is not expected here: use ${known.join(', ')}`;
}

function unknownExtension(key: string): string {
  const known = EXTENSION_HOMES.flatMap(([place, ...keys]) =>
    entriesOf(getIn(schema, ...keys, 'properties')).map(([name]) => ({ name, place })),
  ).filter(({ name }) => name.startsWith('x-'));
  const places = known.filter(({ name }) => name === key).map(({ place }) => place);
  if (places.length > 0)
    return `is allowed only ${places.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`;
  const names = new Set(known.map(({ name }) => name));
  return `is an unknown extension: nothing reads it. Remove it, or use one of ${[...names].join(', ')}`;
}
