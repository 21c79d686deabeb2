// The servers under comparison and how each one is started.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@animal-store/server/package.json');
const { bin }: { bin: Record<string, string> } = require(manifest);
/** The built command line of the animal store. */
export const ANIMAL_STORE = join(dirname(manifest), bin['animal-store'] ?? '');

export const SERVER_NAMES = [
  'baseline',
  'baseline-sql',
  'express',
  'fastify',
  'hono',
  'nest',
  'ours',
] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

/** Servers that run as several processes on PostgreSQL and Redis. */
export const CLUSTER_NAMES = ['ours-postgres', 'fastify-postgres'] as const;
export type ClusterName = (typeof CLUSTER_NAMES)[number];

/** Servers without authentication, rate limits or validation: upper bounds of what this machine can do. */
export const BASELINES: readonly string[] = ['baseline', 'baseline-sql'];

export const DESCRIPTIONS: Record<ServerName | ClusterName, string> = {
  baseline: 'node:http, a constant response',
  'baseline-sql': 'node:http, query and JSON.stringify on each request',
  express: 'Express, express-openapi-validator, express-rate-limit, res.json',
  fastify: 'Fastify, JSON schemas in and out, @fastify/bearer-auth, @fastify/rate-limit',
  hono: 'Hono on @hono/node-server, zod-openapi, bearerAuth, hono-rate-limiter',
  nest: 'NestJS on Fastify, ValidationPipe, throttler with a counting storage',
  ours: 'the animal store as shipped, its request log written to /dev/null',
  'ours-postgres': 'the animal store as shipped, on PostgreSQL, rate limits in Redis',
  'fastify-postgres': 'Fastify on PostgreSQL with pg, rate limits in Redis',
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
}

export function isServerName(text: string): text is ServerName {
  return SERVER_NAMES.some((name) => name === text);
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
