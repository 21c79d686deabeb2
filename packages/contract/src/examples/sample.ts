// Sample of a schema: a value for a request or a response whose contract gives no example.
import { isObject } from '@animal-store/core';
import type { ContractDocument, Reference } from '../document.js';
import { resolve } from '../resolve.js';

/** The keywords of JSON Schema 2020-12 that decide what a sample looks like. */
export interface SampleSchema {
  [keyword: string]: unknown;
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  default?: unknown;
  example?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  allOf?: readonly SchemaOrReference[];
  oneOf?: readonly SchemaOrReference[];
  anyOf?: readonly SchemaOrReference[];
  discriminator?: { propertyName: string; mapping?: Readonly<Record<string, string>> };
  properties?: Readonly<Record<string, SchemaOrReference>>;
  additionalProperties?: boolean | SchemaOrReference;
  items?: boolean | SchemaOrReference;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  readOnly?: boolean;
  writeOnly?: boolean;
}
export type SchemaOrReference = SampleSchema | Reference;

const TEXT = 'string';
const TEXT_OF_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  uuid: '018f3a5e-7c1b-7d42-9a77-2f6f6d1f5b1c',
  email: 'name@example.com',
  hostname: 'example.com',
  uri: 'https://example.com/',
  'uri-reference': '/path',
  url: 'https://example.com/',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'c3RyaW5n',
  regex: '^.*$',
  'json-pointer': '/path',
};
/** Tried in this order for a schema with a pattern. */
const TEXTS = [
  TEXT,
  'a',
  'A',
  'abc',
  'ABC',
  '1',
  '123',
  'a-b',
  'a@b.example',
  '#000000',
  '1.0.0',
  'en-US',
  'EUR',
];

/**
 * A value of this schema. It follows examples, defaults and constraints, but not every pattern: the caller has to check
 * it. Undefined for a schema that contains itself without end.
 * @param message Where the value is sent. A request has no read-only properties, and a response no write-only ones.
 */
export function sampleOf(
  schema: SchemaOrReference,
  document: ContractDocument,
  message: 'request' | 'response' = 'response',
): unknown {
  const omitted = message === 'request' ? 'readOnly' : 'writeOnly';
  return sample(schema, []);

  function sample(entry: SchemaOrReference, parents: readonly SampleSchema[]): unknown {
    const own = resolve<SampleSchema>(entry, document);
    if (parents.includes(own)) return undefined;
    const path = [...parents, own];
    for (const key of ['const', 'example', 'default'] as const)
      if (own[key] !== undefined) return own[key];
    if (own.examples?.length) return own.examples[0];
    if (own.enum?.length) return own.enum[0];
    const [branch] = own.oneOf ?? own.anyOf ?? [];
    const parts = [...(own.allOf ?? []), ...(branch ? [branch] : [])].map((part) =>
      sample(part, path),
    );
    const value = sampleOfType(own, path);
    if (parts.length === 0) return value;
    if (!parts.every(isObject)) return parts.find((part) => part !== undefined) ?? value;
    return Object.assign({}, ...parts, value, branch && discriminate(own, branch));
  }

  function sampleOfType(own: SampleSchema, path: readonly SampleSchema[]): unknown {
    switch (typeOf(own)) {
      case 'object':
        return sampleObject(own, path);
      case 'array':
        return sampleArray(own, path);
      case 'string':
        return sampleText(own);
      case 'integer':
      case 'number':
        return sampleNumber(own);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return undefined;
    }
  }

  function sampleObject(own: SampleSchema, path: readonly SampleSchema[]): object {
    const values: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(own.properties ?? {})) {
      if (property[omitted] || resolve<SampleSchema>(property, document)[omitted]) continue;
      const value = sample(property, path);
      if (value !== undefined) values[name] = value;
    }
    if (isObject(own.additionalProperties)) {
      const value = sample(own.additionalProperties, path);
      if (value !== undefined) values.name = value;
    }
    return values;
  }

  function sampleArray(own: SampleSchema, path: readonly SampleSchema[]): unknown[] {
    const length = Math.max(Math.min(1, own.maxItems ?? 1), own.minItems ?? 0);
    const item = isObject(own.items) ? sample(own.items, path) : undefined;
    return item === undefined ? [] : Array.from({ length }, () => item);
  }

  /** The property that names the branch, if the branch itself does not fix its value. */
  function discriminate({ discriminator }: SampleSchema, branch: SchemaOrReference): object {
    if (discriminator === undefined || typeof branch.$ref !== 'string') return {};
    const { propertyName, mapping = {} } = discriminator;
    const property = resolve<SampleSchema>(branch, document).properties?.[propertyName] ?? {};
    const { const: fixed, enum: names } = resolve<SampleSchema>(property, document);
    if (fixed !== undefined || names !== undefined) return {};
    const mapped = Object.keys(mapping).find((name) => mapping[name] === branch.$ref);
    return { [propertyName]: mapped ?? branch.$ref.split('/').at(-1) };
  }
}

function typeOf({ type, properties, additionalProperties, items }: SampleSchema) {
  if (typeof type === 'string') return type;
  if (type !== undefined) return type.find((name) => name !== 'null') ?? 'null';
  if (properties !== undefined || isObject(additionalProperties)) return 'object';
  return items === undefined ? undefined : 'array';
}

function sampleText({ format = '', pattern, minLength = 0, maxLength = Infinity }: SampleSchema) {
  const fit = (text: string) => text.padEnd(minLength, text).slice(0, maxLength);
  if (pattern === undefined) return TEXT_OF_FORMAT[format] ?? fit(TEXT);
  const expression = new RegExp(pattern, 'u');
  return TEXTS.map(fit).find((text) => expression.test(text)) ?? fit(TEXT);
}

function sampleNumber(own: SampleSchema): number {
  const step = own.multipleOf ?? 1;
  const lowest = Math.max(own.minimum ?? -Infinity, (own.exclusiveMinimum ?? -Infinity) + step);
  const highest = Math.min(own.maximum ?? Infinity, (own.exclusiveMaximum ?? Infinity) - step);
  const value = Math.max(Math.min(step, highest), lowest);
  return value === lowest ? Math.ceil(value / step) * step : Math.floor(value / step) * step;
}
