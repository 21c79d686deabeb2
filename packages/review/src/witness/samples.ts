// Samples of a schema by json-schema-faker: random, but the same for the same seed. They may be invalid: the caller checks.
import {
  isObject,
  type JsonObject,
  percentDecode,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { type GenerateSyncOptions, generateSync } from 'json-schema-faker';

/** With the required properties alone, with all, and with some. */
const VARIANTS: GenerateSyncOptions[] = [
  { seed: 1, optionalsProbability: 0 },
  { seed: 1, alwaysFakeOptionals: true },
  { seed: 1 },
  { seed: 2 },
];

/** Those that the library lacks, or has in a form that the service refuses. */
const FORMATS = { byte: () => 'YQ==', duration: () => 'P1D', 'json-pointer': () => '/path' };

const known = new WeakMap<JsonObject, unknown[]>();

/** The one with the fewest properties first. None if the schema has no sample. */
export function samplesOf({
  schema,
  document,
}: {
  schema: unknown;
  document: JsonObject;
}): unknown[] {
  if (!isObject(schema)) return schema === false ? [] : ['a'];
  const samples =
    known.get(schema) ?? unique(VARIANTS.map((options) => generate(schema, document, options)));
  known.set(schema, samples);
  return samples;
}

/** The first of equal values; none is undefined. */
export function unique<T>(values: readonly T[]): T[] {
  const texts = values.map((value) => JSON.stringify(value));
  return values.filter(
    (value, index) => value !== undefined && texts.indexOf(texts[index] ?? '') === index,
  );
}

function generate(schema: JsonObject, document: JsonObject, options: GenerateSyncOptions): unknown {
  const resolve = (reference: string) => {
    const target = resolvePointer(document, percentDecode(reference));
    return typeof target === 'boolean' || isObject(target) ? target : {};
  };
  try {
    return generateSync(schema, {
      ...options,
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
