// Pointers to the properties of objects, whose names may be those of keywords.

/** Whether the last key is the name of a property. In `properties/properties/items` the second key is one, the third is not. */
export function isProperty(keys: readonly string[]): boolean {
  const before = keys.slice(0, -1);
  const last = before.findLastIndex((key) => key !== 'properties');
  return (before.length - 1 - last) % 2 === 1;
}
