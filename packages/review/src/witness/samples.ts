// Samples of a schema by json-schema-faker: random, but the same for the same seed. They may be invalid: the caller checks.
import {
  isObject,
  type JsonObject,
  percentDecode,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { generateSync } from 'json-schema-faker';

export interface SampleOptions {
  seed?: number;
  /** Which optional properties the sample has. */
  optional?: 'all' | 'none' | 'some';
}

const OPTIONAL = {
  all: { alwaysFakeOptionals: true },
  none: { optionalsProbability: 0 },
  some: {},
};

/** Formats that the library lacks, or samples in a form that the service refuses. */
const FORMATS = {
  byte: () => 'YQ==',
  duration: () => 'P1D',
  time: () => '09:30:00Z',
  'date-time': () => '2026-01-31T09:30:00Z',
  'uri-reference': () => '/path',
  password: () => 'secret',
};

const known = new WeakMap<JsonObject, Map<string, unknown>>();

/**
 * Undefined if the schema has no sample.
 * @param document that the schema's references point into.
 */
export function sample(
  schema: unknown,
  document: JsonObject,
  { seed = 1, optional = 'all' }: SampleOptions = {},
): unknown {
  if (!isObject(schema)) return schema === false ? undefined : 'a';
  const samples = known.get(schema) ?? new Map<string, unknown>();
  known.set(schema, samples);
  const key = `${seed} ${optional}`;
  if (!samples.has(key)) samples.set(key, generate(schema, document, seed, optional));
  return samples.get(key);
}

function generate(
  schema: JsonObject,
  document: JsonObject,
  seed: number,
  optional: keyof typeof OPTIONAL,
): unknown {
  const resolve = (reference: string) => {
    const target = resolvePointer(document, percentDecode(reference));
    return typeof target === 'boolean' || isObject(target) ? target : {};
  };
  try {
    return generateSync(schema, {
      seed,
      ...OPTIONAL[optional],
      maxDepth: 16,
      refDepthMax: 6,
      maxDefaultItems: 1,
      formats: FORMATS,
      refResolver: resolve,
    });
  } catch {
    return undefined; // contradictory, or with a regular expression that the library cannot parse
  }
}
