// Short names of the contract's schemas, as the messages that use them have them: responses without write-only
// properties, requests without read-only ones.
import {
  type Carrier,
  type Contract,
  carriersOf,
  type Direction,
  type Edge,
  isReadOnly,
  isWriteOnly,
  placesWithin,
  type Reply,
  type Schema,
} from '../../model/index.js';

/** Names in `types.ts` that no schema's type can have. */
export const RESERVED = [
  'Int64',
  'paths',
  'webhooks',
  'components',
  'operations',
  'CommonHeaders',
  'FrequentHeaders',
];

/**
 * `schemas.ts`: a type for each schema. A schema that both directions use and that is not the same in both has a second
 * type, `PetInput` for `Pet`.
 */
export function renderSchemas(contract: Contract): string {
  const sent = schemasIn('request', contract);
  const received = schemasIn('reply', contract);
  const rows = [...contract.schemas].flatMap(([name, edge]) => {
    const type = `components['schemas'][${JSON.stringify(name)}]`;
    const output = `export type ${name} = Readable<${type}>;`;
    if (!isDirectional(edge))
      return RESERVED.includes(name) ? output : `export type { ${name} } from './types.js';`;
    if (!received.has(name)) return `export type ${name} = Writable<${type}>;`;
    return sent.has(name) ? [output, `export type ${name}Input = Writable<${type}>;`] : output;
  });
  const names = rows.map((row) => /^export type (?:\{ )?(\w+)/.exec(row)?.[1]);
  const text = rows.join('\n');
  const markers = ['Readable', 'Writable'].filter((marker) => text.includes(`${marker}<`));
  const imports = `import type { ${markers.join(', ')} } from '@animal-store/core';
import type { components } from './types.js';
`;
  return `${markers.length > 0 ? imports : ''}
${text}

/** The names of these types. */
export const SCHEMA_TYPES = ${JSON.stringify(names)} as const;
`;
}

/** The names of the schemas in messages of one direction. */
function schemasIn(direction: Direction, { operations, replies, schemas }: Contract): Set<string> {
  const parts = operations.flatMap((operation) => [...carriersOf(operation)]);
  const edges = parts.filter((part) => part.direction === direction).map((part) => part.carrier);
  const shared = direction === 'reply' ? [...replies.values()] : [];
  const names = new Set<string>();
  const seen = new Set<Schema>();
  for (const { schema } of [...edges, ...shared.flatMap(carriersIn)])
    for (const place of schema === undefined ? [] : placesWithin(schema, undefined, seen))
      for (let name = place.component; name !== undefined && !names.has(name); ) {
        names.add(name);
        name = schemas.get(name)?.component; // a component may be another name for one
      }
  return names;
}

function carriersIn({ headers, content }: Reply): Carrier[] {
  return [...Array.from(headers.values(), ({ value }) => value), ...content.values()];
}

/** Whether requests and responses see different properties of the schema. */
export function isDirectional(edge: Edge): boolean {
  return [...placesWithin(edge)].some((place) => isReadOnly(place) || isWriteOnly(place));
}
