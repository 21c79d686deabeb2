// TypeScript source of JSON values, formatted as Prettier does.

/** Half a page on a desktop, and a little more than a phone is wide. */
const MAX_WIDTH = 60;
const INDENT = '  ';
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * The source of a value. It is on several lines if it would not fit on one.
 * @param indent The indentation of the line on which the value begins.
 * @param column Where on that line it begins.
 */
export function toSource(value: unknown, indent = '', column = indent.length): string {
  const members = toMembers(value);
  if (members === undefined) return toScalar(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return open + close;
  const inner = indent + INDENT;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${members.map(({ key, item }) => key + toSource(item)).join(', ')}${space}${close}`;
  if (!line.includes('\n') && column + line.length <= MAX_WIDTH) return line;
  const lines = members.map(({ key, item }) => {
    const text = toSource(item, inner, inner.length + key.length);
    return `${inner}${key}${text},\n`;
  });
  return `${open}\n${lines.join('')}${indent}${close}`;
}

/** The items of a list, or the properties of an object; undefined for any other value. */
function toMembers(value: unknown): { key: string; item: unknown }[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item: unknown) => ({ key: '', item }));
  return Object.entries(value).map(([name, item]) => ({ key: `${toKey(name)}: `, item }));
}

function toKey(name: string): string {
  if (name === '__proto__') return "['__proto__']"; // without brackets it would set the prototype
  return IDENTIFIER.test(name) ? name : toText(name);
}

function toScalar(value: unknown): string {
  if (typeof value === 'string') return toText(value);
  const isLarge = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLarge ? `${BigInt(Number(value))}n` : String(value);
}

/** In single quotes, unless the text has some and no double ones. */
function toText(text: string): string {
  const json = JSON.stringify(text);
  if (text.includes("'") && !text.includes('"')) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
