// Owns the settings: which environment variables there are and what they mean. The command line hands in process.env,
// and nothing else reads it. A bad value stops the start with one clear line.
import { isIPv4, isIPv6 } from 'node:net';
import { levels } from 'pino';
import type { DatabaseSetting } from './storage/open-store.js';

export interface Config {
  port: number;
  host: string;
  database: DatabaseSetting;
  /** Where requests are counted, if not in the server's own memory. */
  rateLimitUrl: string | undefined;
  corsOrigins: string[];
  trustProxy: boolean | number | string[];
  logLevel: string;
}

/** @throws an Error for the operator, naming the variable, its value and what it may be. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: readPort(env.PORT ?? '3000'),
    host: readHost(env.HOST ?? '127.0.0.1'),
    database: readDatabase('DATABASE_URL', env.DATABASE_URL ?? 'file:./data/animal-store.db'),
    rateLimitUrl: readRateLimitUrl(env.RATE_LIMIT_URL ?? ''),
    corsOrigins: readList(env.CORS_ORIGINS).map(readOrigin),
    trustProxy: readTrustProxy(env.TRUST_PROXY ?? ''),
    logLevel: readLogLevel(env.LOG_LEVEL ?? 'info'),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw bad('PORT', text, 'a port from 0 to 65535');
  return port;
}

/** Empty would mean every address of the machine, which has to be asked for: 0.0.0.0 or `::`. */
function readHost(text: string): string {
  if (!/^[\w.:%-]+$/.test(text)) throw bad('HOST', text, 'an address or a host name');
  return text;
}

/**
 * @param name What the operator gave it by.
 * @throws an Error for the operator.
 */
export function readDatabase(name: string, url: string): DatabaseSetting {
  if (url === ':memory:') return { kind: 'sqlite', file: url };
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) {
    // Part of a password with a slash in it would be taken for the database, and be shown.
    if (new URL(url).pathname.includes('@'))
      throw badScheme(name, url, 'percent-encoded where its password has a /');
    return { kind: 'postgres', url };
  }
  const file = /^file:(.+)$/.exec(url)?.[1];
  if (file === undefined)
    throw badScheme(name, url, 'file:PATH, postgres://HOST/DATABASE or :memory:');
  return { kind: 'sqlite', file: file.replace(/^\/\/(?=\/)/, '') }; // file:///data/x.db is a URL's way to write /data/x.db
}

function readRateLimitUrl(url: string): string | undefined {
  if (url === '') return undefined;
  if (/^(?:rediss?|redis\+cluster):\/\//.test(url) && URL.canParse(url)) return url;
  throw badScheme('RATE_LIMIT_URL', url, 'redis://HOST, rediss://HOST or redis+cluster://HOST');
}

/** It may hold a password: names the scheme alone. */
function badScheme(name: string, url: string, wanted: string): Error {
  const scheme = /^[a-z+]+:/i.exec(url)?.[0] ?? 'none';
  return new Error(`${name} has the scheme «${scheme}», or cannot be read; it must be ${wanted}`);
}

function readOrigin(text: string): string {
  if (text.includes('*') || !URL.canParse(text) || new URL(text).origin !== text) {
    throw bad('CORS_ORIGINS', text, 'origins such as https://shop.example, separated by commas');
  }
  return text;
}

/** Nothing: the socket's address counts. A number: so many hops are ours. A list: the proxies' addresses or networks. */
function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === '') return false;
  if (/^\d+$/.test(text)) return Number(text);
  const proxies = readList(text);
  for (const proxy of proxies) {
    if (!isNetwork(proxy)) {
      throw bad(
        'TRUST_PROXY',
        text,
        'a number of hops, or addresses, networks, `loopback`, separated by commas',
      );
    }
  }
  return proxies;
}

function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [, address = '', prefix = '1'] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const longest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  return Number(prefix) >= 1 && Number(prefix) <= longest;
}

function readLogLevel(text: string): string {
  const known = [...Object.keys(levels.values), 'silent'];
  if (!known.includes(text)) throw bad('LOG_LEVEL', text, `one of ${known.join(', ')}`);
  return text;
}

function readList(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function bad(name: string, value: string, wanted: string): Error {
  return new Error(`${name} is «${value}»; it must be ${wanted}`);
}
