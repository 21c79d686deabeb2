// Compilation of request schemas ahead of time: Ajv's standalone code as an ES module without `eval` and without Ajv.
import { isObject } from '@animal-store/core';
import type { RequestDocument } from '@animal-store/core/contract-data';
import { _ } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Contract, Edge } from '../../model/index.js';
import type { JsonSchema } from '../json-schema.js';
import { createParameterAjv, REQUEST_OPTIONS, toParameterSchema, withBody } from './compile.js';

const CODE = {
  source: true,
  esm: true,
  lines: true,
  formats: _`formats`,
};

/**
 * Text of a module with a validator for each body. It validates `{ body }`. Equal schemas have one validator.
 * @param schemas Schemas of the request document, by the validator's name.
 */
export function compileBodies(
  schemas: ReadonlyMap<string, JsonSchema>,
  requests: RequestDocument,
): string {
  const { components } = requests;
  const ajv = withoutTracking(new Ajv2020({ ...REQUEST_OPTIONS, code: CODE }));
  // With this option Ajv tries all branches of `anyOf`, as in the server: each of them may take a number as it is.
  ajv.opts.unevaluated = JSON.stringify(requests).includes('"anyOf":');
  // As express-openapi-validator does, so that operations share the code of a component.
  for (const [name, schema] of Object.entries(components.schemas))
    if (isObject(schema)) ajv.addSchema(schema, `#/components/schemas/${name}`);
  const names = new Map<string, string>();
  let aliases = '';
  for (const [name, schema] of schemas) {
    const text = JSON.stringify(schema);
    const same = names.get(text);
    if (same !== undefined) {
      aliases += `export const ${name} = ${same};\n`;
      continue;
    }
    names.set(text, name);
    ajv.addSchema(withBody(schema, components), name);
  }
  return toModule(ajv, names.values()) + aliases;
}

/** Text of a module with a validator for each schema of a parameter. */
export function compileParameters(
  schemas: ReadonlyMap<string, Edge | undefined>,
  contract: Contract,
): string {
  const ajv = withoutTracking(createParameterAjv({ code: CODE }));
  for (const [name, schema] of schemas) ajv.addSchema(toParameterSchema(schema, contract), name);
  return toModule(ajv, schemas.keys());
}

/** Without the code for `$dynamicRef` and `unevaluated…`, which no contract has. */
function withoutTracking(ajv: Ajv2020): Ajv2020 {
  ajv.opts.dynamicRef = false;
  ajv.opts.unevaluated = false;
  return ajv;
}

function toModule(ajv: Ajv2020, names: Iterable<string>): string {
  const keys = Object.fromEntries(Array.from(names, (name) => [name, name]));
  const code = standalone
    .default(ajv, keys)
    .replace('"use strict";', '')
    .replace(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, '$1')
    .replace(
      /^(const formats\d+ = )formats(?:\.(\w+)|\["([\w-]+)"\])/gm,
      (_text, start: string, name?: string, quoted = '') => start + toFormatName(name ?? quoted),
    )
    .replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, '') // no code reads it
    .replace(/^(const pattern\d+ = )/gm, '$1/* @__PURE__ */ '); // left out by bundlers with the validator that uses it
  const used = withoutUnusedSchemas(code);
  return `${importsOf(used)}${used}\n`;
}

/** `dateTimeFormat` for `date-time`. */
function toFormatName(format: string): string {
  return `${format.replace(/-(\w)/g, (_text, letter: string) => letter.toUpperCase())}Format`;
}

/** Ajv writes down every schema, and reads few of them. */
function withoutUnusedSchemas(code: string): string {
  const lines = code.split('\n');
  const reads = lines.map((line) => line.replace(/^const schema\d+ = .*$/, '')).join('\n');
  return lines
    .filter((line) => {
      const [, name] = /^const (schema\d+) = /.exec(line) ?? [];
      return name === undefined || new RegExp(`\\b${name}\\b`).test(reads);
    })
    .join('\n');
}

/** @throws Error if the code needs a function of Ajv that has no replacement. */
function importsOf(code: string): string {
  const [unknown] = /^const \w+ = require\(.*/m.exec(code) ?? [];
  if (unknown !== undefined) throw new Error(`ajv-runtime.ts must replace ${unknown}`);
  const names = Array.from(
    code.matchAll(/^const (?:func|formats)\d+ = (\w+);/gm),
    ([, name]) => name,
  );
  if (names.length === 0) return '';
  return `import { ${[...new Set(names)].sort().join(', ')} } from '@animal-store/core/validation';\n`;
}
