// Sample texts and numbers: those that a schema allows.
import type { Schema } from '../../model/index.js';

const TEXT = 'string';
const TEXT_OF_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  uuid: '018f3a5e-7c1b-7d42-9a77-2f6f6d1f5b1c',
  email: 'name@example.com',
  hostname: 'example.com',
  uri: 'https://example.com/',
  'uri-reference': '/path',
  url: 'https://example.com/',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'c3RyaW5n',
  regex: '^.*$',
  'json-pointer': '/path',
};
/** Tried in this order for a schema with a pattern. */
const TEXTS = [
  TEXT,
  'a',
  'A',
  'abc',
  'ABC',
  '1',
  '123',
  'a-b',
  'a@b.example',
  '#000000',
  '1.0.0',
  'en-US',
  'EUR',
];

export function sampleText({ format = '', pattern, bounds }: Schema): string {
  const { minLength = 0, maxLength = Infinity } = bounds;
  const fit = (text: string) => text.padEnd(minLength, text).slice(0, maxLength);
  if (pattern === undefined) return TEXT_OF_FORMAT[format] ?? fit(TEXT);
  const expression = new RegExp(pattern, 'u');
  return TEXTS.map(fit).find((text) => expression.test(text)) ?? fit(TEXT);
}

export function sampleNumber({ bounds: own }: Schema): number {
  const step = own.multipleOf ?? 1;
  const lowest = Math.max(own.minimum ?? -Infinity, (own.exclusiveMinimum ?? -Infinity) + step);
  const highest = Math.min(own.maximum ?? Infinity, (own.exclusiveMaximum ?? Infinity) - step);
  const value = Math.max(Math.min(step, highest), lowest);
  return value === lowest ? Math.ceil(value / step) * step : Math.floor(value / step) * step;
}
