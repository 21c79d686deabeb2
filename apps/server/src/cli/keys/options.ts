// Options of `keys`. A malformed value is wrong usage; one that the domain does not know, such as a plan, is a failure.
import { InvalidArgumentError } from 'commander';
import { isOriginPattern } from '../../lib/origin-pattern.js';
import { parseDuration } from '../duration.js';

/** The largest integer in the RateLimit headers. Source: RFC 9651, 3.3.1. */
const MAX_COUNT = 999_999_999_999_999;

export function readName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

export function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > MAX_COUNT) {
    throw new InvalidArgumentError(`It must be an integer from 1 to ${MAX_COUNT}.`);
  }
  return count;
}

/** @returns Milliseconds. */
export function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) {
    throw new InvalidArgumentError('It must be a duration such as 0s, 30m, 24h or 7d.');
  }
  return ms;
}

/** @returns Milliseconds. */
export function readLifetime(text: string): number {
  const ms = parseDuration(text);
  if (ms) return ms;
  throw new InvalidArgumentError('It must be a duration of at least 1s, such as 30m, 12h or 90d.');
}

/** @returns Milliseconds, or `never`. */
export function readNewLifetime(text: string): number | 'never' {
  const ms = text === 'never' ? text : parseDuration(text);
  if (ms) return ms;
  throw new InvalidArgumentError(
    'It must be `never`, or a duration of at least 1s, such as 30m, 12h or 90d.',
  );
}

/** @throws an Error for the operator if the text is no origin. */
export function addOrigin(text: string, before: string[] = []): string[] {
  if (isOriginPattern(text)) return [...new Set([...before, text])];
  throw new Error(
    `--origin must be an origin such as https://shop.example, http://localhost:5173 or https://*.preview.example (got ${JSON.stringify(text)})`,
  );
}
