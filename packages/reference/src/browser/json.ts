// JSON with exact integers: read with bigints, and indented as text, so that no digit changes.

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** @throws SyntaxError. A browser that cannot tell the digits leaves a rounded number, which the SDK refuses. */
export function parseJson(text: string): unknown {
  const revive: Reviver = (_key, value, { source } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? BigInt(source ?? '')
      : value;
  return JSON.parse(text, revive);
}

/** Text that is no JSON stays as it is. */
export function formatJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let indent = '';
  let previous = '';
  let result = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const isOpening = '[{'.includes(previous) && previous !== '';
    const isClosing = token === ']' || token === '}';
    if (isClosing) indent = indent.slice(2);
    if (previous === ',' || isOpening !== isClosing) result += `\n${indent}`;
    result += token === ':' ? ': ' : token;
    if (token === '[' || token === '{') indent += '  ';
    previous = token;
  }
  return result;
}
