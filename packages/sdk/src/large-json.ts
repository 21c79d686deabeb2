// Owns JSON with integers beyond 2^53, loaded only when one is met. JSON.parse and JSON.stringify judge the grammar;
// large integers pass through them as marked strings.

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** Safe integers are numbers, others bigint. @throws SyntaxError */
export function parseLarge(text: string): unknown {
  const mark = newMark();
  const marked = text.replace(TOKEN, (token) => (isLarge(token) ? `"${mark}${token}"` : token));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

export function stringifyLarge(value: object): string {
  const mark = newMark();
  const marked = JSON.stringify(value, function (this: Record<string, unknown>, name, field) {
    const original = this[name]; // before any toJSON, which some give to bigint
    return typeof original === 'bigint' ? `${mark}${original}` : field;
  });
  return marked.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

function isLarge(token: string): boolean {
  return /^-?(?:0|[1-9]\d*)$/.test(token) && !Number.isSafeInteger(Number(token));
}

/** Made anew for each text, so that no text can hold it. */
function newMark(): string {
  return `large-${Math.random()}-${Math.random()}:`;
}
