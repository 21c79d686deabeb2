// Constraints of the shop's tables: references, unique values, and the indexes of filters. Each has one name in both databases,
// by which the start finds it, and an error its column. The names are those that PostgreSQL gives.
import { ConstraintError } from '../model.js';
import { indexName, referenceName } from './references.js';
import type { Table } from './table.js';

/** What a migration has to create. */
interface RequiredObject {
  name: string;
  /** Why it is needed. */
  reason: string;
  /** What a migration says. */
  migration: string;
}

const uniqueName = (table: string, column: string) => `${table}_${column}_key`;

export function requiredObjects({
  name: table,
  columns,
  filtered,
}: Pick<Table, 'name' | 'columns' | 'filtered'>): RequiredObject[] {
  const references = columns.flatMap(({ name, references }) =>
    references === undefined
      ? []
      : {
          name: referenceName(table, name),
          reason: `${table}.${name} references ${references}`,
          migration: `\${type.reference('${table}', '${name}', '${references}')}`,
        },
  );
  const unique = columns
    .filter(({ isUnique }) => isUnique)
    .map(({ name }) => ({
      name: uniqueName(table, name),
      reason: `${table}.${name} is unique`,
      migration: `CREATE UNIQUE INDEX ${uniqueName(table, name)} ON ${table} ("${name}")`,
    }));
  const indexes = filtered.map(({ name }) => ({
    name: indexName(table, name),
    reason: `${table} is filtered by ${name}`,
    migration: `CREATE INDEX ${indexName(table, name)} ON ${table} ("${name}", id)`,
  }));
  return [...references, ...unique, ...indexes];
}

/**
 * @param violated The name of the constraint that a write has violated; undefined if it failed for another reason.
 * @returns the error to throw: ConstraintError if it is one of the table's columns, otherwise `cause` itself.
 */
export function toConstraintError(
  { name: table, columns }: Pick<Table, 'name' | 'columns'>,
  violated: string | undefined,
  isRemoval: boolean,
  cause: unknown,
): unknown {
  if (violated === undefined) return cause;
  if (isRemoval && violated.endsWith('_fkey'))
    return new ConstraintError('referenced', table, 'id', { cause });
  for (const { name, property, references } of columns) {
    if (violated === uniqueName(table, name) || (name === 'id' && violated === `${table}_pkey`))
      return new ConstraintError('unique', table, property, { cause });
    if (references !== undefined && violated === referenceName(table, name))
      return new ConstraintError('reference', table, property, { cause });
  }
  return cause;
}
