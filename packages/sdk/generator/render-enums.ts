// Renderer of generated/enums.ts: a constant with the values of each enum that has a name.
import type { Contract } from '@animal-store/spec/model';

/**
 * `PET_STATUSES` for the schema `PetStatus`.
 * @param entry Source text of the entry point, which exports the constants.
 * @throws Error naming a schema whose constant would hide another export.
 */
export function renderEnums({ schemas }: Contract, entry: string): string {
  const taken = new Set([...schemas.keys(), ...(entry.match(/\w+/g) ?? [])]);
  const constants = [...schemas].flatMap(([schema, edge]) => {
    if (edge.component !== undefined || edge.schema.enum === undefined) return [];
    const name = toConstantName(schema);
    if (taken.has(name))
      throw new Error(
        `the values of ${schema} would be a second ${name} of the SDK: rename the schema`,
      );
    taken.add(name);
    return `/** The values of \`${schema}\` that this version knows. */
export const ${name} = ${JSON.stringify(edge.schema.enum)} as const;
`;
  });
  return constants.join('\n') || 'export {};\n';
}

/** The plural of a schema's name, in upper case. A name that ends like a plural stays as it is. */
function toConstantName(schema: string): string {
  const words = schema.replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2').toUpperCase();
  if (/[^AEIOU]Y$/.test(words)) return `${words.slice(0, -1)}IES`;
  if (/(?:[SIU]S|X|Z|CH|SH)$/.test(words)) return `${words}ES`;
  return words.endsWith('S') ? words : `${words}S`;
}
