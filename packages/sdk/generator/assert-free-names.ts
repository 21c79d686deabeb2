// Assertion on the contract's schemas: none has the name of a type of the SDK, which would hide it.

/** The SDK exports it by itself too, because it is the type of identifiers whether or not a schema has its name. */
const SHARED_NAME = 'Int64';

/**
 * @param index Source text of the SDK's public exports.
 * @throws Error naming the schema.
 */
export function assertFreeNames(schemaTypes: readonly string[], index: string): void {
  const exported: readonly string[] = index.replace(/\/\/.*/g, '').match(/\b[A-Z]\w*/g) ?? [];
  const taken = schemaTypes.find((name) => name !== SHARED_NAME && exported.includes(name));
  if (taken !== undefined)
    throw new Error(`the schema ${taken} has the name of a type of the SDK: give it another`);
}
