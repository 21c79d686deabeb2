// The servers under comparison and how each one is started.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@animal-store/server/package.json');
const { bin }: { bin: Record<string, string> } = require(manifest);
/** The built command line of the animal store. */
export const ANIMAL_STORE = join(dirname(manifest), bin['animal-store'] ?? '');

export const DESCRIPTIONS = {
  floor: 'node:http and the same SQL, nothing else: what this machine can do',
  fastify:
    'Fastify as its documentation shows: JSON schemas, @fastify/bearer-auth, @fastify/rate-limit',
  'fastify-duties':
    "Fastify with the animal store's duties as hooks: request log and id, quotas of minute and day with bans, cursors, strict 64-bit integers, idempotency, group commit",
  ours: 'the animal store as shipped',
  'fastify-duties-postgres': 'the same on PostgreSQL with pg, quotas by a script in Redis',
  'ours-postgres': 'the animal store as shipped, on PostgreSQL, quotas in Redis',
} as const;

export type ServerName = keyof typeof DESCRIPTIONS;
export const ON_SQLITE = ['floor', 'fastify', 'fastify-duties', 'ours'] as const;

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

/** Whether a server has the animal store's duties. */
export function hasDuties(name: ServerName): boolean {
  return name.startsWith('ours') || name.includes('duties');
}

/** Whether a server's cursors have a checksum. Those of the others are plain ids. */
export const hasChecksums = hasDuties;

/** The arguments of node, and the environment. */
export function commandFor(name: ServerName, { file, shared }: Store, port: number) {
  const env = {
    PORT: String(port),
    DATABASE_FILE: file,
    DATABASE_URL: shared?.databaseUrl ?? `file:${file}`,
    ...(shared && { RATE_LIMIT_URL: shared.rateLimitUrl }),
  };
  if (name.startsWith('ours')) return { args: [ANIMAL_STORE, 'serve'], env };
  return { args: [fileURLToPath(new URL(`servers/${name}.js`, import.meta.url))], env };
}
