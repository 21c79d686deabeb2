// Owns JSON in which no integer is rounded. The plain parser does the work until a text holds a large number.

/** Only a number of 16 digits or more can be one that JSON.parse rounds. */
const MAY_HOLD_LARGE = /\d{16}/;

/** @throws SyntaxError */
export async function parseJson(text: string): Promise<unknown> {
  return MAY_HOLD_LARGE.test(text)
    ? (await import('./large-json.js')).parseLarge(text)
    : JSON.parse(text);
}

/** @throws TypeError for a number that has already been rounded, naming the field. */
export async function stringifyJson(value: object): Promise<string> {
  let large = false;
  const text = JSON.stringify(value, (name, field: unknown) => {
    if (typeof field === 'number') requireExact(name, field);
    if (typeof field !== 'bigint') return field;
    large = true;
    return 0;
  });
  return large ? (await import('./large-json.js')).stringifyLarge(value) : text;
}

/** @throws TypeError for an integer too large for a number, which stands for several integers at once. */
export function requireExact(name: string, value: number): void {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return;
  throw new TypeError(
    `${name} is ${value}, which is not an exact number: give large integers as bigint`,
  );
}
