// Memoization: a function that computes the value of each key once. What it knows of an object is forgotten with the object.
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const ofObjects = new WeakMap<object, { value: Value }>();
  const ofOthers = new Map<Key, { value: Value }>();
  return (key) => {
    const isObject = typeof key === 'object' && key !== null;
    const found = (isObject ? ofObjects.get(key) : ofOthers.get(key)) ?? { value: compute(key) };
    if (isObject) ofObjects.set(key, found);
    else ofOthers.set(key, found);
    return found.value;
  };
}
