// Readers of the settings: each turns a variable's text into its value, or throws an Error for the operator with the rule.
import { isIPv4, isIPv6 } from 'node:net';
import type { LevelWithSilent } from 'pino';
import { isOriginPattern } from '../keys/origin-pattern.js';
import { errorMessage } from '../lib/error-message.js';
import type { LogFormat } from '../logging/logger.js';
import { parseRedisUrl } from '../rate-limit/redis/redis-url.js';
import type { DatabaseSetting } from '../storage/create-store.js';
import { resolveStore } from '../storage/sqlite/files/store-files.js';

/** Of a server that listens on one address. */
export const MAX_CONNECTIONS = 10_000;

/** Of pino, which commands do not load. */
const LOG_LEVELS: readonly LevelWithSilent[] = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
];

export function readPort(text: string, name: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw invalid(name, text, 'a port from 0 to 65535');
  return port;
}

/** Rejects an empty value, with which Node would listen on every address. For that, set 0.0.0.0 or `::`. */
export function readHost(text: string, name: string): string {
  if (!/^[\w.:%-]+$/.test(text)) throw invalid(name, text, 'an IP address or a host name');
  return text;
}

export function readOptionalPort(text: string, name: string): number | undefined {
  return text === '' ? undefined : readPort(text, name);
}

/**
 * @param name The variable or option that holds the URL, for the error message.
 * @param expected The forms that are accepted there, for the error message.
 */
export function readDatabase(
  url: string,
  name: string,
  expected = 'file:PATH, postgres://HOST/DATABASE or :memory:',
): DatabaseSetting {
  if (url === ':memory:') return { kind: 'sqlite', file: url };
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    assertEncoded(url, name);
    if (URL.canParse(url)) return { kind: 'postgres', url };
  }
  const file = /^file:(.+)$/.exec(url)?.[1];
  if (file === undefined) throw invalidUrl(name, url, expected);
  try {
    return { kind: 'sqlite', file: resolveStore(file.replace(/^\/\/(?=\/)/, '')) }; // file:///data/x.db is the URL form of /data/x.db
  } catch (error) {
    throw new Error(`cannot use ${name}: ${errorMessage(error)}`, { cause: error });
  }
}

export function readRateLimitUrl(url: string, name: string): string | undefined {
  if (url === '') return undefined;
  assertEncoded(url, name);
  if (parseRedisUrl(url) !== undefined) return url;
  const forms = 'redis://HOST/DATABASE, rediss://HOST/DATABASE or redis+cluster://HOST';
  throw invalidUrl(name, url, `${forms}, with USER:PASSWORD@ before the host if Redis asks for it`);
}

/**
 * At the first `/`, `?` or `#` the host ends. One in a password would make the beginning of the password the host and the port,
 * and the rest the database, all of which are shown.
 */
function assertEncoded(url: string, name: string): void {
  if (!/^[a-z+]+:\/\/[^/?#]*[/?#].*@/s.test(url)) return;
  const rule =
    '%2F, %3F, %23 and %40 in place of each /, ?, # and @ in its password and parameters';
  throw invalidUrl(name, url, `a URL with ${rule}`);
}

/** The URL may contain a password, so the message shows only its scheme. */
function invalidUrl(name: string, url: string, expected: string): Error {
  const scheme = /^[a-z+]+:/i.exec(url)?.[0];
  const kind = URL.canParse(url) ? 'a URL' : 'an invalid URL';
  const given = `${kind} ${scheme === undefined ? 'without a scheme' : `with the scheme "${scheme}"`}`;
  return new Error(`${name} must be ${expected} (got ${url === '' ? '""' : given})`);
}

export function readOrigins(text: string, name: string): string[] {
  const origins = readList(text);
  const wrong = origins.find((origin) => !isOriginPattern(origin));
  if (wrong === undefined) return origins;
  throw invalid(
    name,
    wrong,
    'a comma-separated list of origins such as https://shop.example or https://*.preview.example',
  );
}

/** Empty: use the socket's address. A number: trusted proxy hops. A list: the proxies' addresses or networks. */
export function readTrustProxy(text: string, name: string): boolean | number | string[] {
  if (text === '') return false;
  if (/^\d+$/.test(text)) return Number(text);
  const proxies = readList(text);
  if (proxies.every(isNetwork)) return proxies;
  throw invalid(
    name,
    text,
    'a number of hops, or a comma-separated list of addresses, networks and `loopback`',
  );
}

/** The reader of a number without a fraction. */
export function integerBetween(min: number, max: number) {
  return (text: string, name: string): number => {
    const value = Number(text);
    if (/^-?(?:0|[1-9]\d*)$/.test(text) && value >= min && value <= max) return value;
    throw invalid(name, text, `a number from ${min} to ${max}`);
  };
}

/** The reader of one of these texts. */
export function oneOf<const Text extends string>(...texts: readonly Text[]) {
  return (text: string, name: string): Text => {
    const found = texts.find((one) => one === text);
    if (found !== undefined) return found;
    throw invalid(name, text, `one of ${texts.join(', ')}`);
  };
}

/** Of a setting that has to be set, or of a secret, which the error does not show. */
export function readText(text: string, name: string): string {
  if (text !== '') return text;
  throw new Error(`${name} must be set`);
}

function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [, address = '', prefix = '1'] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const longest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  return Number(prefix) >= 1 && Number(prefix) <= longest;
}

/** In any case, because other programs write INFO. */
export function readLogLevel(text: string, name: string): string {
  const level = text.toLowerCase();
  if (LOG_LEVELS.some((known) => known === level)) return level;
  throw invalid(name, text, `one of ${LOG_LEVELS.join(', ')}`);
}

export function readLogFormat(text: string, name: string): LogFormat | undefined {
  if (text === '') return undefined;
  if (text === 'json' || text === 'text') return text;
  throw invalid(name, text, 'json or text');
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function invalid(name: string, value: string, expected: string): Error {
  return new Error(`${name} must be ${expected} (got ${JSON.stringify(value)})`);
}
