// Deprecated parts of requests for tests: schemas, their headers, and operations that have them.
import { readDeprecatedParts } from '../../src/http/index.js';
import { document, type Operation } from '../../src/index.js';

export const OLD = { type: 'string', deprecated: true, ...dates('2026-01-01', '2030-12-05') };
export const OLDER = { type: 'string', deprecated: true, ...dates('2025-06-01', '2028-01-01') };
export const NEW = { type: 'string' };
/** The headers of each, by the year of the sunset. */
export const HEADERS = {
  2028: { Deprecation: '@1748736000', Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
  2030: { Deprecation: '@1767225600', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' },
};

export function dates(since: string, sunset: string) {
  return { 'x-deprecated-since': since, 'x-deprecated-sunset': sunset };
}

export function object(properties: object, others: object = {}) {
  return { type: 'object', additionalProperties: false, properties, ...others };
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const edited = structuredClone(document);
Object.assign(edited.components.schemas, {
  Tag: object({ colour: OLD, label: NEW }),
  Tree: object({ bark: OLD, children: { type: 'array', items: ref('Tree') } }),
  Cat: object({ kind: { const: 'cat' }, lives: OLD }, { required: ['kind'] }),
  Dog: object({ kind: { const: 'dog' }, lives: NEW, tag: ref('Tag') }, { required: ['kind'] }),
  Loop: { anyOf: [ref('Loop'), object({ old: OLD })] },
});

export function operationWith(part: object): Operation {
  return { operationId: 'listPets', responses: {}, ...part };
}

export function partsWith(part: object) {
  return readDeprecatedParts(operationWith(part), edited);
}
