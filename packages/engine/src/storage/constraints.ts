// Constraints of the shop's tables: references, unique values, and the indexes of filters. Each has one name in both databases,
// by which the start finds it, and an error its column. The names are those that PostgreSQL gives.
import { ConstraintError } from '../model.js';

/** What a migration has to create. */
export interface RequiredObject {
  name: string;
  /** Why it is needed. */
  reason: string;
  /** What a migration says. */
  migration: string;
}

interface ConstrainedColumn {
  property: string;
  /** In the database. */
  name: string;
  references: string | undefined;
  isUnique: boolean;
}

interface ConstrainedTable {
  name: string;
  columns: readonly ConstrainedColumn[];
  /** The columns by which a listing selects objects. */
  filtered: readonly ConstrainedColumn[];
}

const referenceName = (table: string, column: string) => `${table}_${column}_fkey`;
const uniqueName = (table: string, column: string) => `${table}_${column}_key`;

export function requiredObjects({
  name: table,
  columns,
  filtered,
}: ConstrainedTable): RequiredObject[] {
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
    name: `${table}_by_${name}`,
    reason: `${table} is filtered by ${name}`,
    migration: `CREATE INDEX ${table}_by_${name} ON ${table} ("${name}", id)`,
  }));
  return [...references, ...unique, ...indexes];
}

/**
 * Adds a reference in PostgreSQL. It may be violated within a transaction that copies tables.
 * @param target The table, by whose `id` the column refers to its objects.
 */
export function postgresReference(table: string, column: string, target: string): string {
  return `ALTER TABLE ${table} ADD CONSTRAINT ${referenceName(table, column)}
      FOREIGN KEY ("${column}") REFERENCES ${target} (id) DEFERRABLE;
    ${referenceIndex(table, column)}`;
}

/**
 * The same in SQLite, which adds no constraint to a table that exists, and does not name the one that is violated. The last
 * statement fails if a row refers to nothing.
 */
export function sqliteReference(table: string, column: string, target: string): string {
  const name = referenceName(table, column);
  const refuse = `BEGIN SELECT RAISE(ABORT, '${name}'); END;`;
  const isMissing = (of: string) =>
    `${of}."${column}" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${target} AS target WHERE target.id = ${of}."${column}")`;
  return `CREATE TRIGGER ${name} AFTER INSERT ON ${table} WHEN ${isMissing('NEW')} ${refuse}
    CREATE TRIGGER ${name}_update AFTER UPDATE OF "${column}" ON ${table} WHEN ${isMissing('NEW')} ${refuse}
    CREATE TRIGGER ${name}_delete AFTER DELETE ON ${target}
      WHEN EXISTS (SELECT 1 FROM ${table} WHERE "${column}" = OLD.id) ${refuse}
    ${referenceIndex(table, column)}
    UPDATE ${table} SET "${column}" = "${column}" WHERE ${isMissing(table)};`;
}

/** By which the removal of an object finds those that refer to it. */
function referenceIndex(table: string, column: string): string {
  return `CREATE INDEX IF NOT EXISTS ${table}_by_${column} ON ${table} ("${column}", id);`;
}

/**
 * @param violated The name of the constraint that a write has violated; undefined if it failed for another reason.
 * @returns the error to throw: ConstraintError if it is one of the table's columns, otherwise `cause` itself.
 */
export function toConstraintError(
  { name: table, columns }: Pick<ConstrainedTable, 'name' | 'columns'>,
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
