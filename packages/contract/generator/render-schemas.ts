// Short names of the contract's schemas, as the messages that use them have them: responses without write-only
// properties, requests without read-only ones.
import { findReferences, resolvePointer } from '@animal-store/spec';
import type { ContractDocument } from '../src/document.js';

const SCHEMA = '#/components/schemas/';
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
export function renderSchemas(document: ContractDocument): string {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const sent = schemasUsedBy(
    operations.map(({ parameters, requestBody }) => ({ parameters, requestBody })),
    document,
  );
  const received = schemasUsedBy(
    [...operations.map(({ responses }) => responses), document.components.responses],
    document,
  );
  const rows = Object.keys(document.components.schemas).flatMap((name) => {
    const type = `components['schemas'][${JSON.stringify(name)}]`;
    const output = `export type ${name} = Readable<${type}>;`;
    if (!isDirectional(name, document))
      return RESERVED.includes(name) ? output : `export type { ${name} } from './types.js';`;
    if (!received.has(name)) return `export type ${name} = Writable<${type}>;`;
    return sent.has(name) ? [output, `export type ${name}Input = Writable<${type}>;`] : output;
  });
  const names = rows.map((row) => /^export type (?:\{ )?(\w+)/.exec(row)?.[1]);
  const text = rows.join('\n');
  const markers = ['Readable', 'Writable'].filter((marker) => text.includes(`${marker}<`));
  const imports = `import type { ${markers.join(', ')} } from '../src/read-write.js';
import type { components } from './types.js';
`;
  return `${markers.length > 0 ? imports : ''}
${text}

/** The names of these types. */
export const SCHEMA_TYPES = ${JSON.stringify(names)} as const;
`;
}

/** The names of the schemas that a part of the contract refers to, directly or through others. */
function schemasUsedBy(part: unknown, document: ContractDocument): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const { target } of findReferences(value)) {
      if (target.startsWith(SCHEMA))
        names.add(decodeURIComponent(target.slice(SCHEMA.length)).split('/')[0] ?? '');
      visit(resolvePointer(document, target));
    }
  };
  visit(part);
  return names;
}

/** Whether requests and responses see different properties of the schema. */
export function isDirectional(name: string, document: ContractDocument): boolean {
  const names = new Set([name, ...schemasUsedBy(document.components.schemas[name], document)]);
  return [...names].some((used) =>
    /"(?:readOnly|writeOnly)":true/.test(JSON.stringify(document.components.schemas[used])),
  );
}
