// JSON with exact integers, by the source text that browsers hand to revivers and take back as raw JSON.

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** Not in every browser. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

/** @throws SyntaxError. A browser that cannot tell the digits leaves a rounded number, which the SDK refuses. */
export function parseJson(text: string): unknown {
  const revive: Reviver = (_key, value, { source } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? BigInt(source ?? '')
      : value;
  return JSON.parse(text, revive);
}

/** Indented, with the digits as they are. Text that is no JSON stays as it is. */
export function formatJson(text: string): string {
  const keep: Reviver = (_key, value, { source } = {}) =>
    typeof value === 'number' && source !== undefined ? rawJSON?.(source) : value;
  try {
    return rawJSON ? JSON.stringify(JSON.parse(text, keep), undefined, 2) : text;
  } catch {
    return text;
  }
}
