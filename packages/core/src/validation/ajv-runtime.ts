// Functions that compiled validators call. Ajv's own are CommonJS, which a bundler does not take apart.

/** The number of characters, each of which may be a surrogate pair. */
export function ucs2length(text: string): number {
  return [...text].length;
}

/** Whether two JSON values are the same. */
export function equal(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const properties = new Map(Object.entries(other));
  const entries = Object.entries(one);
  return (
    entries.length === properties.size &&
    entries.every(([key, value]) => properties.has(key) && equal(value, properties.get(key)))
  );
}
