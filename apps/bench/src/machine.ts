// What it was measured on, and with.
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

const SHOWN = [
  'express',
  'express-openapi-validator',
  'express-rate-limit',
  'fastify',
  '@fastify/bearer-auth',
  '@fastify/rate-limit',
  'hono',
  '@hono/node-server',
  '@hono/zod-openapi',
  'hono-rate-limiter',
  '@nestjs/core',
  '@nestjs/platform-fastify',
  '@nestjs/throttler',
  'better-sqlite3',
  'autocannon',
];

export interface Machine {
  when: string;
  processor: string;
  cores: number;
  memoryGigabytes: number;
  system: string;
  node: string;
  /** Of the minute before: others at work make every number worse than it is. */
  loadBefore: number;
  versions: Record<string, string>;
}

export function describeMachine(): Machine {
  return {
    when: new Date().toISOString().slice(0, 16).replace('T', ' '),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${arch()}`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
    versions: readVersions(),
  };
}

/** They are pinned to the last digit. */
function readVersions(): Record<string, string> {
  const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  return Object.fromEntries(SHOWN.map((name) => [name, devDependencies[name] ?? 'unknown']));
}
