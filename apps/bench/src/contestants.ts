// Who takes part, and how each is started. Every one is plain JavaScript run by node, as it would be deployed.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Seeded } from './seeded.js';

const require = createRequire(import.meta.url);
/** The product's command line, as it is built. */
export const commandLine = join(
  dirname(require.resolve('@animal-store/server/package.json')),
  'dist/cli/main.js',
);

export const NAMES = [
  'floor',
  'floor-sql',
  'express-usual',
  'fastify',
  'hono',
  'nest',
  'ours',
] as const;
export type Name = (typeof NAMES)[number];

/** These run as any number of processes, on PostgreSQL and Redis. */
export const SHARING_NAMES = ['ours-postgres', 'fastify-postgres'] as const;
export type SharingName = (typeof SHARING_NAMES)[number];

/** Without a key, a quota or validation: there to show what the machine could do. */
export const FLOORS: readonly string[] = ['floor', 'floor-sql'];

export const WHAT: Record<Name | SharingName, string> = {
  floor: 'node:http, the bytes of one listing',
  'floor-sql': 'node:http, the query and JSON.stringify on each request',
  'express-usual': 'Express, express-openapi-validator, express-rate-limit, res.json',
  fastify: 'Fastify, JSON schemas in and out, @fastify/bearer-auth, @fastify/rate-limit',
  hono: 'Hono on @hono/node-server, zod-openapi, bearerAuth, hono-rate-limiter',
  nest: 'NestJS on Fastify, ValidationPipe, throttler with a counting storage',
  ours: 'the product as shipped, its request log going to /dev/null',
  'ours-postgres': 'the product as shipped, on PostgreSQL, counting in Redis',
  'fastify-postgres': 'fastify, on PostgreSQL by pg, counting in Redis',
};

export function isName(text: string): text is Name {
  return NAMES.some((name) => name === text);
}

/** What to run with node, and the settings it reads. */
export function commandOf(name: Name | SharingName, { file, shared }: Seeded, port: number) {
  const env = {
    PORT: String(port),
    DATABASE_FILE: file,
    DATABASE_URL: shared?.database ?? `file:${file}`,
    ...(shared && { RATE_LIMIT_URL: shared.counters }),
  };
  if (name.startsWith('ours')) return { args: [commandLine, 'serve'], env };
  const entry = fileURLToPath(new URL(`../dist/contestants/${name}.js`, import.meta.url));
  return { args: [entry], env };
}
