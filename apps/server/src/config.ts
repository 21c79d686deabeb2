// Configuration from environment variables. The command line passes in process.env; no other code reads these
// variables. An invalid value stops the start with a one-line error.
import { isIPv4, isIPv6 } from 'node:net';
import { levels } from 'pino';
import { MAX_CONNECTIONS } from './http/connection-limiter.js';
import { findMisspelled } from './lib/misspelled-settings.js';
import { isOriginPattern } from './lib/origin-pattern.js';
import type { DatabaseSetting } from './storage/create-store.js';

/** Every environment variable that configures the service. */
export const SETTINGS = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'RATE_LIMIT_URL',
  'CORS_ORIGINS',
  'TRUST_PROXY',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'LOG_LEVEL',
  'METRICS_PORT',
  'METRICS_HOST',
] as const;

const DEFAULT_MAX_CONNECTIONS_PER_ADDRESS = 1_000;

export interface Config {
  port: number;
  host: string;
  database: DatabaseSetting;
  /** The Redis that counts requests. Undefined: they are counted in the server's memory. */
  rateLimitUrl: string | undefined;
  /** Patterns (lib/origin-pattern.ts). */
  corsOrigins: string[];
  trustProxy: boolean | number | string[];
  /** Undefined: no limit per address. */
  maxConnectionsPerAddress: number | undefined;
  logLevel: string;
  /** Of the metrics. Undefined: there are none. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** What the operator may have done wrong, one sentence each. */
  warnings: string[];
}

/** @throws an Error for the operator that names the variable, its rule and its value. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const env: Partial<Record<(typeof SETTINGS)[number], string>> = variables; // so that SETTINGS is complete
  const trustProxy = readTrustProxy(env.TRUST_PROXY ?? '');
  return {
    port: readPort('PORT', env.PORT ?? '3000'),
    host: readHost('HOST', env.HOST ?? '127.0.0.1'),
    database: readDatabase('DATABASE_URL', env.DATABASE_URL ?? 'file:./data/animal-store.db'),
    rateLimitUrl: readRateLimitUrl(env.RATE_LIMIT_URL ?? ''),
    corsOrigins: readList(env.CORS_ORIGINS).map(readOrigin),
    trustProxy,
    maxConnectionsPerAddress: readMaxConnections(env.MAX_CONNECTIONS_PER_ADDRESS, trustProxy),
    logLevel: readLogLevel(env.LOG_LEVEL ?? 'info'),
    metricsPort: env.METRICS_PORT ? readPort('METRICS_PORT', env.METRICS_PORT) : undefined,
    metricsHost: readHost('METRICS_HOST', env.METRICS_HOST ?? '127.0.0.1'),
    warnings: findMisspelled(variables, SETTINGS).map(
      ({ name, setting }) => `${name} is not a setting and has no effect; did you mean ${setting}?`,
    ),
  };
}

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw invalid(name, text, 'a port from 0 to 65535');
  return port;
}

/** Rejects an empty value, with which Node would listen on every address. For that, set 0.0.0.0 or `::`. */
function readHost(name: string, text: string): string {
  if (!/^[\w.:%-]+$/.test(text)) throw invalid(name, text, 'an IP address or a host name');
  return text;
}

/**
 * @param name The variable or option that holds the URL, for the error message.
 * @param expected The forms that are accepted there, for the error message.
 * @throws an Error for the operator.
 */
export function readDatabase(
  name: string,
  url: string,
  expected = 'file:PATH, postgres://HOST/DATABASE or :memory:',
): DatabaseSetting {
  if (url === ':memory:') return { kind: 'sqlite', file: url };
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) {
    // With an unencoded slash in the password, the rest of the password would be parsed as the database name and shown.
    if (new URL(url).pathname.includes('@'))
      throw invalidUrl(name, url, 'a URL whose password has %2F in place of each /');
    return { kind: 'postgres', url };
  }
  const file = /^file:(.+)$/.exec(url)?.[1];
  if (file === undefined) throw invalidUrl(name, url, expected);
  return { kind: 'sqlite', file: file.replace(/^\/\/(?=\/)/, '') }; // file:///data/x.db is the URL form of /data/x.db
}

function readRateLimitUrl(url: string): string | undefined {
  if (url === '') return undefined;
  if (/^(?:rediss?|redis\+cluster):\/\//.test(url) && URL.canParse(url)) return url;
  throw invalidUrl('RATE_LIMIT_URL', url, 'redis://HOST, rediss://HOST or redis+cluster://HOST');
}

/** The URL may contain a password, so the message shows only its scheme. */
function invalidUrl(name: string, url: string, expected: string): Error {
  const scheme = /^[a-z+]+:/i.exec(url)?.[0];
  const kind = URL.canParse(url) ? 'a URL' : 'an invalid URL';
  const given = `${kind} ${scheme === undefined ? 'without a scheme' : `with the scheme "${scheme}"`}`;
  return new Error(`${name} must be ${expected} (got ${given})`);
}

function readOrigin(text: string): string {
  if (isOriginPattern(text)) return text;
  throw invalid(
    'CORS_ORIGINS',
    text,
    'a comma-separated list of origins such as https://shop.example or https://*.preview.example',
  );
}

/** Empty: use the socket's address. A number: trusted proxy hops. A list: the proxies' addresses or networks. */
function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === '') return false;
  if (/^\d+$/.test(text)) return Number(text);
  const proxies = readList(text);
  for (const proxy of proxies) {
    if (!isNetwork(proxy)) {
      throw invalid(
        'TRUST_PROXY',
        text,
        'a number of hops, or a comma-separated list of addresses, networks and `loopback`',
      );
    }
  }
  return proxies;
}

/** Behind a proxy every connection comes from the proxy's address, so by default there is no limit. */
function readMaxConnections(
  text: string | undefined,
  trustProxy: Config['trustProxy'],
): number | undefined {
  if (text === undefined)
    return trustProxy === false || trustProxy === 0
      ? DEFAULT_MAX_CONNECTIONS_PER_ADDRESS
      : undefined;
  const max = Number(text);
  if (!/^[1-9]\d*$/.test(text) || max > MAX_CONNECTIONS) {
    throw invalid('MAX_CONNECTIONS_PER_ADDRESS', text, `a number from 1 to ${MAX_CONNECTIONS}`);
  }
  return max;
}

function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [, address = '', prefix = '1'] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const longest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  return Number(prefix) >= 1 && Number(prefix) <= longest;
}

function readLogLevel(text: string): string {
  const known = [...Object.keys(levels.values), 'silent'];
  if (!known.includes(text)) throw invalid('LOG_LEVEL', text, `one of ${known.join(', ')}`);
  return text;
}

function readList(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function invalid(name: string, value: string, expected: string): Error {
  return new Error(`${name} must be ${expected} (got ${JSON.stringify(value)})`);
}
