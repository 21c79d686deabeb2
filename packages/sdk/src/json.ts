// Owns JSON in which no integer is rounded. The plain parser does the work until a text holds a large number.

/** Only a number of 16 digits or more can be one that JSON.parse rounds. */
const MAY_HOLD_LARGE = /\d{16}/;

/** The value, or a promise of it where the other parser has to be loaded. @throws SyntaxError */
export function parseJson(text: string): unknown {
  if (!MAY_HOLD_LARGE.test(text)) return JSON.parse(text);
  return import('./large-json.js').then(({ parseLarge }) => parseLarge(text));
}

/** The text, or a promise of it, likewise. @throws TypeError for a number that has already been rounded, naming the field. */
export function stringifyJson(value: object): string | Promise<string> {
  let large = false;
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name, field) {
    const original = this[name]; // before any toJSON, which some give to bigint
    if (typeof original === 'number') requireExact(name, original);
    if (typeof original !== 'bigint') return field;
    large = true;
    return 0;
  });
  return large
    ? import('./large-json.js').then(({ stringifyLarge }) => stringifyLarge(value))
    : text;
}

/** @throws TypeError for an integer too large for a number, which stands for several integers at once. */
export function requireExact(name: string, value: number): void {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return;
  throw new TypeError(`${name} is ${value}, which is rounded: give large integers as bigint`);
}
