// Memoization: a function that keeps its results.

/** Nothing is dropped, so that the keys must be few, such as the statements of a program. */
export function memoize<Argument, Value>(
  create: (argument: Argument) => Value,
  keyOf: (argument: Argument) => string,
): (argument: Argument) => Value {
  const known = new Map<string, Value>();
  return (argument) => {
    const key = keyOf(argument);
    const value = known.get(key) ?? create(argument);
    known.set(key, value);
    return value;
  };
}
