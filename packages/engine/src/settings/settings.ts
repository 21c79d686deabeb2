// Settings: the one table of environment variables from which the server reads its configuration, and which `--help`, `config`
// and docs show. The command line passes in process.env; no other code reads these variables. An invalid value stops the
// start with a one-line error.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { mapValues } from '@animal-store/core';
import { errorMessage } from '../lib/error-message.js';
import { realPath } from '../storage/sqlite/files/store-files.js';
import { findMisspelled } from './misspelled-settings.js';
import {
  integerBetween,
  MAX_CONNECTIONS,
  readDatabase,
  readHost,
  readLogFormat,
  readLogLevel,
  readOptionalPort,
  readOrigins,
  readPort,
  readRateLimitUrl,
  readTrustProxy,
} from './setting-readers.js';

export interface Setting<T = unknown> {
  name: string;
  /** Read if the variable is not set. Empty: none. `NAME` stands for the product's name: see defaultOf. */
  default: string;
  /** For people, in Markdown. */
  meaning: string;
  /** @throws an Error for the operator that names the variable, its rule and its value. */
  read(text: string, name: string): T;
  /** Whether the value may contain a password. The variable NAME_FILE may then name a file that holds the value. */
  isSecret?: boolean;
}

/** A shop's own settings, by the names of their values in `services.settings`. */
export type OwnSettings = Readonly<Record<string, Setting>>;
/** The values. */
export type SettingsOf<Settings> = {
  readonly [Field in keyof Settings]: Settings[Field] extends Setting<infer T> ? T : never;
};

/** By field of Config, in the order in which people read them. Their readers say what their values are. */
export const SETTINGS = {
  port: {
    name: 'PORT',
    default: '3000',
    meaning: 'the port; `0` selects a free one',
    read: readPort,
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'the address to listen on; `::` for all, of IPv4 and IPv6',
    read: readHost,
  },
  database: {
    name: 'DATABASE_URL',
    default: 'file:./data/NAME.db',
    meaning: 'the SQLite file, `:memory:`, or `postgres://USER:PASSWORD@HOST/DATABASE`',
    read: readDatabase,
    isSecret: true,
  },
  rateLimitUrl: {
    name: 'RATE_LIMIT_URL',
    default: '',
    meaning:
      'where all nodes of a database count requests together, in one Redis: `redis://…`, `rediss://…`, `redis+cluster://…`',
    read: readRateLimitUrl,
    isSecret: true,
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    default: '',
    meaning:
      'origins that may call from a browser, besides those of keys, comma-separated: `https://shop.example`, or `https://*.preview.example` for one label',
    read: readOrigins,
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: '',
    meaning:
      'which proxies may name the client: a number of hops, or a comma-separated list of addresses, networks and `loopback`',
    read: readTrustProxy,
  },
  maxConnectionsPerAddress: {
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    meaning:
      'connections that one client address may have open, 1 to 10000; an IPv6 /64 is one address; with `TRUST_PROXY`, the default is no limit',
    read: integerBetween(1, MAX_CONNECTIONS),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    default: '',
    meaning: 'the port of Prometheus metrics, at `/metrics`',
    read: readOptionalPort,
  },
  metricsHost: {
    name: 'METRICS_HOST',
    default: '127.0.0.1',
    meaning: 'the address of that port',
    read: readHost,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    read: readLogLevel,
  },
  logFormat: {
    name: 'LOG_FORMAT',
    default: '',
    meaning: '`json` or `text`; by default text on a terminal, otherwise JSON',
    read: readLogFormat,
  },
} satisfies Record<string, Setting>;

type Settings = {
  [Field in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Field]['read']>;
};

export interface Config extends Omit<Settings, 'maxConnectionsPerAddress'> {
  /** Undefined: no limit per address. */
  maxConnectionsPerAddress: number | undefined;
  /** Of the shop's own settings. */
  ownSettings: Readonly<Record<string, unknown>>;
  /** As findWarnings. */
  warnings: string[];
}

/** @param product Its name. */
export function defaultOf(setting: Setting, product: string): string {
  return setting.default.replace('NAME', product);
}

/**
 * @param product Its name.
 * @param onProblem Called with a sentence for the operator for each invalid setting, whose default then stands in. By default,
 * the first one is thrown as an Error.
 * @param own By default they are not read: a command does not need them.
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  product: string,
  onProblem = refuse,
  own: OwnSettings = {},
): Config {
  const read = (setting: Setting): unknown => {
    try {
      return setting.read(textOf(setting, env) ?? defaultOf(setting, product), setting.name);
    } catch (error) {
      onProblem(errorMessage(error));
      return setting.default && setting.read(defaultOf(setting, product), setting.name);
    }
  };
  const config = mapValues<Setting, unknown>(SETTINGS, read) as Settings; // each value is that of its reader
  const { trustProxy, maxConnectionsPerAddress } = config;
  // Behind a proxy every connection comes from the proxy's address, so by default there is no limit.
  const isUnlimited =
    env.MAX_CONNECTIONS_PER_ADDRESS === undefined && trustProxy !== false && trustProxy !== 0;
  if (config.port !== 0 && config.port === config.metricsPort && overlap(config)) {
    onProblem(`METRICS_PORT must differ from PORT (both are ${config.port})`);
  }
  return {
    ...config,
    maxConnectionsPerAddress: isUnlimited ? undefined : maxConnectionsPerAddress,
    ownSettings: mapValues(own, read),
    warnings: findWarnings(env, own),
  };
}

/** What the operator may have done wrong, one sentence each. */
export function findWarnings(env: NodeJS.ProcessEnv, own: OwnSettings): string[] {
  const settings = [...Object.values<Setting>(SETTINGS), ...Object.values(own)];
  return findMisspelled(env, settings.flatMap(namesOf));
}

/** Whether the store is in the folder of a first start. */
export function isDefaultDatabase({ database }: Config, product: string): boolean {
  const file = realPath(defaultOf(SETTINGS.database, product).replace('file:', ''));
  return database.kind === 'sqlite' && database.file === file;
}

function refuse(problem: string): void {
  throw new Error(problem);
}

/** The variables of a setting. */
export function namesOf({ name, isSecret = false }: Setting): string[] {
  return isSecret ? [name, `${name}_FILE`] : [name];
}

/** Undefined: the variable is not set. @throws an Error for the operator. */
export function textOf(setting: Setting, env: NodeJS.ProcessEnv): string | undefined {
  const [name = '', fileName = ''] = namesOf(setting);
  const text = env[name];
  const file = env[fileName];
  if (file === undefined) return text;
  // An empty value overrides the one of a container image, which cannot be unset.
  if (text) throw new Error(`${name} and ${fileName} must not both be set`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(`cannot read ${file}, which ${fileName} names: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** Whether both ports may be bound to one address. A name may stand for any address. */
function overlap({ host, metricsHost }: { host: string; metricsHost: string }): boolean {
  const hosts = [host, metricsHost];
  return host === metricsHost || hosts.some((one) => /^(?:0\.0\.0\.0|::)$/.test(one) || !isIP(one));
}
