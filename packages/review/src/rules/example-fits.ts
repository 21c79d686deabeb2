// Owns the rule that every example is what its schema asks for: of bodies, parameters, headers and schemas.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject, members } from '../../../contract/generator/json.js';

const NAME = 'contract';

/** The lowest and highest of 64 bits are not numbers of JavaScript: `int64-range` holds examples to them exactly. */
const within = (bits: number) => (value: number) =>
  Number.isInteger(value) && value >= -(2 ** (bits - 1)) && value <= 2 ** (bits - 1) - 1;

export const exampleFits: Oas3Rule = () => {
  let ajv = new Ajv2020();
  const check = (node: object, { report, location, resolve }: UserContext) => {
    // By its pointer, so that references resolve. The examples of a schema stand in it, others beside it.
    const schema = 'schema' in node ? location.child('schema') : location;
    const examples = examplesOf(node, (reference) => resolve({ $ref: reference }).node);
    if (examples.length === 0) return;
    const validate = compile(ajv, schema.pointer, (reason) =>
      report({ message: `The schema cannot be compiled: ${reason}.`, location: schema }),
    );
    for (const { keys, value } of examples) {
      if (validate === undefined || validate(value)) continue;
      for (const { instancePath, message } of validate.errors ?? [])
        report({
          message: `The example does not fit its schema: ${instancePath}${instancePath && ' '}${message}.`,
          location: location.child(keys),
        });
    }
  };
  return {
    Root(root) {
      ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, logger: false });
      addFormats.default(ajv);
      ajv.addFormat('int32', { type: 'number', validate: within(32) });
      ajv.addFormat('int64', { type: 'number', validate: within(64) });
      ajv.addSchema(root, NAME);
    },
    MediaType: check,
    Parameter: check,
    Header: check,
    Schema: check,
  };
};

/** Nothing, if a reference leads nowhere: that is another rule's fault. Any other failure is told. */
function compile(ajv: Ajv2020, schemaPointer: string, refuse: (reason: string) => void) {
  try {
    return ajv.getSchema(NAME + encodeURI(schemaPointer));
  } catch (error) {
    const isMissing = error instanceof Error && 'missingRef' in error;
    if (!isMissing) refuse(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

interface Example {
  keys: string[];
  value: unknown;
}

function examplesOf(node: object, resolve: (reference: string) => unknown): Example[] {
  const found: Example[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'example' || key === 'default') found.push({ keys: [key], value });
    if (key !== 'examples') continue;
    if (Array.isArray(value))
      for (const [index, entry] of value.entries())
        found.push({ keys: [key, String(index)], value: entry });
    for (const [name, entry] of members(value)) {
      const example =
        isObject(entry) && typeof entry.$ref === 'string' ? resolve(entry.$ref) : entry;
      if (isObject(example) && 'value' in example)
        found.push({ keys: [key, name], value: example.value });
    }
  }
  return found;
}
