// `npm test -- generators`: the clients that other generators build from openapi.yaml list, create and get a 404 from a real
// server. They have been generated and compiled before.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CHECKS, NAME, type Server } from './checks.ts';

const CLI = fileURLToPath(new URL('../../../apps/server/dist/cli/main.js', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'generators-'));
const env = {
  PATH: process.env.PATH,
  PORT: '0',
  DATABASE_URL: `file:${join(folder, 'animal-store.db')}`,
};
const createKey = [CLI, 'keys', 'create', '--plan', 'free', '--name', 'generators'];
const key = execFileSync(process.execPath, createKey, { env, encoding: 'utf8' }).trim();
const child = spawn(process.execPath, [CLI, 'serve'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const server: Server = { baseUrl: await find(child.stdout, /"url":"([^"]+)"/), key };
try {
  for (const [generator, check] of Object.entries(CHECKS)) {
    const { created, listed, missingStatus } = await check(server);
    assert.equal(created.name, NAME, `${generator}: create`);
    assert.ok(
      listed.some(({ id }) => BigInt(id) === BigInt(created.id)),
      `${generator}: list`,
    );
    assert.equal(missingStatus, 404, `${generator}: an animal that does not exist`);
    console.log(`${generator}: list, create and 404 work`);
  }
} finally {
  child.kill();
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
}

/** Resolves with the first group of the pattern, and goes on reading, so that the process can write. */
function find(output: Readable, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    output.on('end', () => reject(new Error(`the server did not start: ${text}`)));
  });
}
