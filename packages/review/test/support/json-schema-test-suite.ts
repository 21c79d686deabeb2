// JSON-Schema-Test-Suite against the served path: `npx tsx test/support/json-schema-test-suite.ts FOLDER`, where FOLDER has the tests
// of a draft, such as `tests/draft2020-12`. Each schema becomes the body of a request in a contract, with the type that it lacks. Lint
// refuses it with a line, or the validators of the server judge each value: as the suite says, or the line is printed. format.json is
// left out, in which formats are annotations.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS } from '@animal-store/core/validation';
import { isObject } from '@animal-store/spec';
import { createJudge } from '@animal-store/spec/requests';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { lintContract } from '../../src/lint/lint-contract.js';
import { loadContract } from '../../src/load-contract.js';
import { withTemporaryFolder } from '../../src/temporary-folder.js';
import { ServedContract } from '../../src/witness/served-contract.js';
import { edited, set, TODAY, write } from './edit-contract.js';

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const BODY = 'paths /pets post requestBody content application/json';
/** The types of the values to which a keyword applies; the suite leaves them out, and the contract must have them. */
const TYPES: [keywords: RegExp, type: string][] = [
  [/^(?:properties|required|additionalProperties|minProperties|maxProperties)$/, 'object'],
  [/^(?:items|minItems|maxItems|uniqueItems)$/, 'array'],
  [/^(?:minLength|maxLength|pattern|format)$/, 'string'],
  [/^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf)$/, 'number'],
];

/** A schema as the contract has it: with a type, and without the name of its dialect. */
function typed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(typed);
  if (!isObject(schema)) return schema;
  const { $schema: _, ...own } = schema;
  const inner = Object.entries(own).map(([key, value]): [string, unknown] => {
    if (/^(?:properties|\$defs)$/.test(key) && isObject(value))
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typed(one)])),
      ];
    return [
      key,
      /^(?:items|additionalProperties|allOf|anyOf|oneOf)$/.test(key) ? typed(value) : value,
    ];
  });
  const type = TYPES.find(([keywords]) => Object.keys(own).some((key) => keywords.test(key)))?.[1];
  const isTyped = ['type', '$ref', 'enum', 'const'].some((key) => key in own) || type === undefined;
  return { ...(isTyped ? {} : { type }), ...Object.fromEntries(inner) };
}

/** Undefined if lint refuses the schema. */
function judgeOf(schema: unknown): Promise<((data: unknown) => boolean) | undefined> {
  return withTemporaryFolder(async (folder) => {
    const file = await write(folder, 'openapi.yaml', await edited(set(BODY, { schema })));
    const problems = await lintContract(file, TODAY);
    if (problems.some(({ message }) => !/is never used/.test(message))) return undefined;
    const { contract: model } = await loadContract(file);
    const contract = new ServedContract(model, createJudge(model));
    const operation = contract.find('post', '/pets');
    if (operation === undefined) throw new Error('the operation is not served');
    const { headers } = contract.write(operation, { path: {}, query: {}, header: {} });
    const sent = { ...headers, 'Content-Type': 'application/json' };
    return (body) => contract.answer('post', { path: '/pets', headers: sent, body }).isAccepted;
  });
}

const [folder = ''] = process.argv.slice(2);
const counts = { accepted: 0, refused: 0, refusedByLint: 0, otherTypes: 0, wrong: 0 };
for (const name of readdirSync(folder).filter((one) => /(?<!^format)\.json$/.test(one)))
  for (const group of JSON.parse(readFileSync(join(folder, name), 'utf8')) as Group[]) {
    const schema = typed(group.schema);
    const isJudged = await judgeOf(schema);
    if (isJudged === undefined) counts.refusedByLint += group.tests.length;
    else
      for (const { data, valid, description } of group.tests) {
        const isAccepted = isJudged(data);
        if (!isAccepted && valid && isOfType(group.schema, data) && !isOfType(schema, data))
          counts.otherTypes += 1;
        else if (isAccepted === valid) counts[valid ? 'accepted' : 'refused'] += 1;
        else {
          counts.wrong += 1;
          console.log(
            `${name}: ${group.description}: ${description}: ${JSON.stringify(data)} must be ${valid ? 'accepted' : 'refused'}`,
          );
        }
      }
  }
console.log(counts);

/** As Ajv alone judges it: a value that the suite accepts and the schema with its types does not is of another type. */
function isOfType(schema: unknown, data: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: FORMATS });
  return ajv.validate(isObject(schema) ? schema : schema === true, data);
}
