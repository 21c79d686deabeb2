// Arguments and options of the commands. A malformed value is wrong usage; an id that does not exist is a failure.
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { isOriginPattern } from '../keys/origin-pattern.js';

/** The largest integer in the RateLimit headers. Source: RFC 9651, 3.3.1. */
const MAX_COUNT = 999_999_999_999_999;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Relative to the caller's directory: npm runs the command in the root of the repository, and passes it in INIT_CWD. */
export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}

/**
 * Required options, checked after unknown ones: Commander's own check comes first, and reports `--nam` as a missing `--name`.
 * @param names Such as `--plan`. | @returns A `preAction` hook.
 */
export function requireOptions(...names: string[]): (command: Command) => void {
  return (command) => {
    const missing = command.options.find(
      (option) =>
        names.includes(option.long ?? '') &&
        command.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing) command.error(`error: required option '${missing.flags}' not specified`);
  };
}

/** @returns a reader of integers from 1 to `max`. */
export function integerUpTo(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from 1 to ${max}.`);
  };
}

export const readCount = integerUpTo(MAX_COUNT);

export function readName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** @returns a reader of durations of at least `minMs`, in milliseconds. @param expected For the message on other texts. */
function durationReader(minMs: number, expected: string): (text: string) => number {
  return (text) => {
    const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
    const ms = Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
    if (ms >= minMs) return ms;
    throw new InvalidArgumentError(`It must be ${expected}.`);
  };
}

const LIFETIME = 'a duration of at least 1s, such as 30m, 12h or 90d';

export const readDuration = durationReader(0, 'a duration such as 0s, 30m, 24h or 7d');
export const readLifetime = durationReader(1, LIFETIME);
const readLaterLifetime = durationReader(1, `\`never\`, or ${LIFETIME}`);

/** @returns Milliseconds, or `never`. */
export function readNewLifetime(text: string): number | 'never' {
  return text === 'never' ? text : readLaterLifetime(text);
}

/** @throws an Error for the operator if the text is no origin. */
export function addOrigin(text: string, before: string[] = []): string[] {
  if (isOriginPattern(text)) return [...new Set([...before, text])];
  throw new Error(
    `--origin must be an origin such as https://shop.example, http://localhost:5173 or https://*.preview.example (got ${JSON.stringify(text)})`,
  );
}
