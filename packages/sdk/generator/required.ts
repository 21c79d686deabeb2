// Values that every contract has which the generator accepts.

/** @throws Error naming what the contract lacks. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not in the contract`);
  return value;
}
