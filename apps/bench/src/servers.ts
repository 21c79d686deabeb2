// The servers under comparison and how each one is started.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@animal-store/server/package.json');
const { bin }: { bin: Record<string, string> } = require(manifest);
/** The built command line of the animal store. */
export const ANIMAL_STORE = join(dirname(manifest), bin['animal-store'] ?? '');

/**
 * baseline: no authentication, rate limits or validation; an upper bound of what this machine can do.
 * as usual: written as the framework's documentation shows, without most of the animal store's duties.
 * alike: the duties of the animal store, with the framework's own means.
 */
export type Kind = 'baseline' | 'as usual' | 'alike' | 'ours';

const KINDS = {
  baseline: 'baseline',
  'baseline-sql': 'baseline',
  express: 'as usual',
  fastify: 'as usual',
  hono: 'as usual',
  nest: 'as usual',
  'fastify-alike': 'alike',
  'hono-alike': 'alike',
  ours: 'ours',
} as const satisfies Record<string, Kind>;
/** Servers that run as several processes on PostgreSQL and Redis. */
const CLUSTER_KINDS = {
  'ours-postgres': 'ours',
  'fastify-postgres': 'as usual',
  'fastify-alike-postgres': 'alike',
} as const satisfies Record<string, Kind>;

export type ServerName = keyof typeof KINDS;
export type ClusterName = keyof typeof CLUSTER_KINDS;

export const SERVER_NAMES: readonly ServerName[] = Object.keys(KINDS).filter(isServerName);

export const DESCRIPTIONS: Record<ServerName | ClusterName, string> = {
  baseline: 'node:http, a constant response',
  'baseline-sql': 'node:http, query and JSON.stringify on each request',
  express: 'Express, express-openapi-validator, express-rate-limit, res.json',
  fastify: 'Fastify, JSON schemas in and out, @fastify/bearer-auth, @fastify/rate-limit',
  hono: 'Hono on @hono/node-server, zod-openapi, bearerAuth, hono-rate-limiter',
  nest: 'NestJS on Fastify, ValidationPipe, throttler with a counting storage',
  'fastify-alike': "Fastify with the animal store's duties as hooks, JSON schemas, group commit",
  'hono-alike': "Hono with the animal store's duties as middleware, zod, group commit",
  ours: 'the animal store as shipped',
  'ours-postgres': 'the animal store as shipped, on PostgreSQL, rate limits in Redis',
  'fastify-postgres': 'Fastify on PostgreSQL with pg, rate limits in Redis',
  'fastify-alike-postgres': 'fastify-alike on PostgreSQL with pg, rate limits by a script in Redis',
};

/** The data of a server and the API keys that it accepts. */
export interface Store {
  /** The SQLite file. */
  file: string;
  /** Connection URLs, for servers that do not use the file. */
  shared?: { databaseUrl: string; rateLimitUrl: string };
  /** Its quota is larger than any measurement. */
  key: string;
  /** On the free plan. */
  freeKey: string;
  /** Signs the cursors of ours and of the alike servers. base64url. */
  cursorSecret: string;
}

export function isServerName(text: string): text is ServerName {
  return Object.hasOwn(KINDS, text);
}

export function kindOf(name: ServerName | ClusterName): Kind {
  return { ...KINDS, ...CLUSTER_KINDS }[name];
}

/** The secret of a server's cursors; undefined if they are plain ids. */
export function cursorSecretOf(
  name: ServerName | ClusterName,
  { cursorSecret }: Store,
): string | undefined {
  return ['ours', 'alike'].includes(kindOf(name)) ? cursorSecret : undefined;
}

/** The arguments of node, and the environment. */
export function commandFor(name: ServerName | ClusterName, { file, shared }: Store, port: number) {
  const env = {
    PORT: String(port),
    DATABASE_FILE: file,
    DATABASE_URL: shared?.databaseUrl ?? `file:${file}`,
    ...(shared && { RATE_LIMIT_URL: shared.rateLimitUrl }),
  };
  if (name.startsWith('ours')) return { args: [ANIMAL_STORE, 'serve'], env };
  return { args: [fileURLToPath(new URL(`servers/${name}.js`, import.meta.url))], env };
}
