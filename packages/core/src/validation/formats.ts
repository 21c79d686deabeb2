// Formats of strings and numbers in requests, as their standards define them: those in which ajv-formats accepts more. It
// takes a date-time with a space or with an offset without a colon, a UUID with `urn:uuid:`, and base64 with a second line
// of any text. Each export is named after its format in camel case: `dateTimeFormat` is `date-time`.
import type { FormatDefinition } from 'ajv';

/** RFC 3339 without leap seconds, which JavaScript and the databases do not have. */
export const timeFormat =
  /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
export const byteFormat = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
export const uuidFormat = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const DATE_TIME = /^(?<date>[^T]+)T(?<time>.+)$/i;
const MAX_INT32 = 2 ** 31 - 1;

export const doubleFormat = numeric(Number.isFinite);
export const floatFormat = numeric((value) => Number.isFinite(Math.fround(value)));
export const int32Format = numeric((value) => value >= -MAX_INT32 - 1 && value <= MAX_INT32);
/** A double rounds the upper limit to 2^63: validateBody compares the exact value. */
export const int64Format = numeric((value) => value >= -(2 ** 63) && value <= 2 ** 63);

function numeric(validate: (value: number) => boolean): FormatDefinition<number> {
  return { type: 'number', validate };
}

export function dateTimeFormat(text: string): boolean {
  const { date = '', time = '' } = DATE_TIME.exec(text)?.groups ?? {};
  return dateFormat(date) && timeFormat.test(time);
}

/** A full-date of RFC 3339 that the calendar has. */
export function dateFormat(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
