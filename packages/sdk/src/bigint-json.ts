// JSON with integers beyond 2^53 as bigint. Loaded on first use. JSON.parse and JSON.stringify check the grammar; large
// integers pass through them as strings with a marker.

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Safe integers become numbers, other integers bigint.
 * @throws SyntaxError
 */
export function parseBigIntJson(text: string): unknown {
  const marker = createMarker();
  const marked = text.replace(TOKEN, (token) =>
    isUnsafeInteger(token) ? `"${marker}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(marker)
      ? BigInt(value.slice(marker.length))
      : value,
  );
}

export function stringifyBigIntJson(value: object): string {
  const marker = createMarker();
  const marked = JSON.stringify(value, function (this: Record<string, unknown>, name, field) {
    const original = this[name]; // before toJSON, which some programs define on BigInt.prototype
    return typeof original === 'bigint' ? `${marker}${original}` : field;
  });
  return marked.replace(new RegExp(`"${marker}(-?\\d+)"`, 'g'), '$1');
}

function isUnsafeInteger(token: string): boolean {
  return /^-?(?:0|[1-9]\d*)$/.test(token) && !Number.isSafeInteger(Number(token));
}

/** Random for each text, so that no string in it can begin with the marker. */
function createMarker(): string {
  return `bigint-${Math.random()}-${Math.random()}:`;
}
