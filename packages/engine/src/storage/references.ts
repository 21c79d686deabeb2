// References between tables: the SQL that adds one to a column of a table that exists, and its names.

export const referenceName = (table: string, column: string) => `${table}_${column}_fkey`;
/** Of the index on (column, id), by which filters find their rows, too. */
export const indexName = (table: string, column: string) => `${table}_by_${column}`;

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
  return `CREATE INDEX IF NOT EXISTS ${indexName(table, column)} ON ${table} ("${column}", id);`;
}
