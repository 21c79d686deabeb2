// Formats of strings and numbers in requests: each that the linter accepts, as its standard defines it. ajv-formats
// accepts more in some: a date-time with a space or with an offset without a colon, a UUID with `urn:uuid:`, and base64
// with a second line of any text.
import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const { duration, email, hostname, ipv4, ipv6, uri } = fullFormats;

/** RFC 3339 without leap seconds, which JavaScript and the databases do not have. */
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const DATE_TIME = /^(?<date>[^T]+)T(?<time>.+)$/i;
const MAX_INT32 = 2 ** 31 - 1;

export const FORMATS: Record<string, Format> = {
  byte: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  date: isDate,
  'date-time': isDateTime,
  double: { type: 'number', validate: Number.isFinite },
  duration,
  email,
  float: { type: 'number', validate: (value) => Number.isFinite(Math.fround(value)) },
  hostname,
  int32: { type: 'number', validate: (value) => value >= -MAX_INT32 - 1 && value <= MAX_INT32 },
  // The limits are rounded: RoundedNumbers knows the exact value.
  int64: { type: 'number', validate: (value) => value >= -(2 ** 63) && value <= 2 ** 63 },
  ipv4,
  ipv6,
  'json-pointer': fullFormats['json-pointer'],
  password: true,
  time: TIME,
  uri,
  'uri-reference': fullFormats['uri-reference'],
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
};

function isDateTime(text: string): boolean {
  const { date = '', time = '' } = DATE_TIME.exec(text)?.groups ?? {};
  return isDate(date) && TIME.test(time);
}

/** A full-date of RFC 3339 that the calendar has. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
