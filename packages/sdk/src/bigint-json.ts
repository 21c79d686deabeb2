// JSON with integers beyond 2^53 as bigint. Loaded on first use. JSON.parse and JSON.stringify check the grammar; large
// integers pass through them as strings with a marker.

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Integers beyond 2^53 become bigint if they have 64 bits. All other numbers stay numbers.
 * @throws SyntaxError
 */
export function parseBigIntJson(text: string): unknown {
  JSON.parse(text); // TOKEN takes quadratic time in a string that does not end
  const marker = createMarker();
  const marked = text.replace(TOKEN, (token) =>
    isBigInt64(token) ? `"${marker}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(marker)
      ? BigInt(value.slice(marker.length))
      : value,
  );
}

export function stringifyBigIntJson(value: unknown): string {
  const marker = createMarker();
  const marked = JSON.stringify(value, function (this: Record<string, unknown>, name, field) {
    const original = this[name]; // before toJSON, which some programs define on BigInt.prototype
    return typeof original === 'bigint' ? `${marker}${original}` : field;
  });
  return marked.replace(new RegExp(`"${marker}(-?\\d+)"`, 'g'), '$1');
}

function isBigInt64(token: string): boolean {
  if (!/^-?[1-9]\d{15,18}$/.test(token) || Number.isSafeInteger(Number(token))) return false;
  const value = BigInt(token);
  return BigInt.asIntN(64, value) === value;
}

/** Random for each text, so that no string in it can begin with the marker. */
function createMarker(): string {
  return `bigint-${Math.random()}-${Math.random()}:`;
}
