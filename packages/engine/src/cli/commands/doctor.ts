// `doctor`: the checks of an installation, a line each. It creates no store, migrates nothing and prints no password.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { assertCanListen } from '../../connections/http-server.js';
import type { Shop } from '../../define-shop.js';
import { toLocalHost, toUrlHost } from '../../http/addresses.js';
import { codeOf, errorMessage } from '../../lib/error-message.js';
import { printable } from '../../lib/printable.js';
import { type Config, readConfig } from '../../settings/settings.js';
import {
  createStore,
  databaseName,
  readSchemaVersion,
  readServerLoad,
} from '../../storage/create-store.js';
import { loadWithDriver } from '../../storage/sqlite/load-with-driver.js';

const LOW_DISK_BYTES = 1e9;
const FULL_DISK_BYTES = 5e7;
/** Both as for the server's readiness and the alert on an overdue backup. */
const MAX_SKEW_MS = 60_000;
const MAX_BACKUP_AGE_MS = 26 * 3_600_000;
/** Longer than a server on a busy machine takes to answer. */
const PROBE_TIMEOUT_MS = 5_000;

interface Result {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** For the operator. A line each. */
  text: string;
}

interface Check {
  name: string;
  /** The check that must not have failed. */
  needs?: string;
  /** What it throws is a failure. */
  run(config: Config, shop: Shop): Promise<Result>;
}

const ok = (text: string): Result => ({ state: 'ok', text });
const warning = (text: string): Result => ({ state: 'warning', text });
const failed = (text: string): Result => ({ state: 'failed', text });
const skipped = (text: string): Result => ({ state: 'skipped', text });
const okUnless = (warnings: readonly string[], text: string): Result =>
  warnings.length > 0 ? warning(warnings.join('\n')) : ok(text);

const CHECKS: readonly Check[] = [
  { name: 'database', run: checkDatabase },
  { name: 'schema', needs: 'database', run: checkSchemaVersion },
  { name: 'clock', run: checkClock },
  { name: 'disk', needs: 'database', run: checkDisk },
  { name: 'backup', needs: 'database', run: checkBackup },
  { name: 'redis', run: checkRedis },
  { name: 'port', run: (config, shop) => checkPort('PORT', config, shop) },
  { name: 'metrics', run: (config, shop) => checkPort('METRICS_PORT', config, shop) },
];

export function doctorCommand(shop: Shop): Command {
  return new Command('doctor')
    .description('check settings, database, disk, backups, Redis, clock and ports; change nothing')
    .addHelpText('after', '\nExit code 1: a check has failed. The server may be running.')
    .action(async () => {
      const problems: string[] = [];
      const note = (problem: string) => problems.push(problem);
      const config = readConfig(process.env, shop.product.name, note, shop.settings);
      for (const problem of problems) report('settings', failed(problem));
      if (problems.length > 0) return; // the defaults that stand in are not what the operator wants checked
      report('settings', okUnless(config.warnings, 'valid; `config` prints them'));
      const failures = new Set<string>();
      for (const { name, needs = '', run } of CHECKS) {
        const result = failures.has(needs)
          ? skipped(`needs the ${needs}`)
          : await run(config, shop).catch((error) => failed(errorMessage(error)));
        if (result.state === 'failed') failures.add(name);
        report(name, result);
      }
    });
}

function report(name: string, { state, text }: Result): void {
  if (state === 'failed') process.exitCode = 1;
  for (const line of text.split('\n'))
    process.stdout.write(`${state.padEnd(7)}  ${name.padEnd(8)}  ${printable(line)}\n`);
}

/** The SQLite file. Undefined for a database that is not in one. */
function fileOf({ database }: Config): string | undefined {
  return database.kind === 'sqlite' && database.file !== ':memory:' ? database.file : undefined;
}

async function checkDatabase(config: Config, { schema }: Shop): Promise<Result> {
  const { database } = config;
  const name = databaseName(database);
  if (name === ':memory:') return warning('in memory: everything is lost when the server stops');
  const file = fileOf(config);
  if (file !== undefined) {
    const sqlite = await loadWithDriver(
      () => import('../../storage/sqlite/files/check-database.js'),
    );
    sqlite.checkDatabase(file);
    (await import('../../storage/sqlite/files/sqlite-server-lock.js')).assertLockable(file);
  }
  const version = await readSchemaVersion(database, schema);
  if (version === 0) throw new Error(`there is no store at ${name}; check DATABASE_URL`);
  if (version < schema.version) return ok(`${name} is readable`); // to open it would migrate it
  const store = await createStore(database, schema);
  try {
    const { warnings } = await store.ping();
    await store.counters.forget(0); // a write that changes nothing
    return okUnless(warnings, `${name} is read and written`);
  } finally {
    await store.close();
  }
}

async function checkSchemaVersion({ database }: Config, { schema }: Shop): Promise<Result> {
  if (databaseName(database) === ':memory:') return skipped('in memory');
  const version = await readSchemaVersion(database, schema);
  return version === schema.version
    ? ok(`version ${version}`)
    : warning(`version ${version}: the next start, or \`migrate\`, makes it ${schema.version}`);
}

async function checkClock({ database }: Config): Promise<Result> {
  if (database.kind === 'sqlite') return ok(`${new Date().toISOString()}; SQLite has no other`);
  const { readClockOffset } = await import('../../storage/postgres/database-clock.js');
  const offsetMs = await readClockOffset(database.url).catch(() => undefined);
  if (offsetMs === undefined) return skipped('needs the database');
  const side = offsetMs > 0 ? 'behind' : 'ahead of';
  const text = `${(Math.abs(offsetMs) / 1_000).toFixed(1)} s ${side} the database's`;
  if (Math.abs(offsetMs) > MAX_SKEW_MS) throw new Error(`${text}: synchronize it`);
  return ok(text);
}

async function checkDisk(config: Config): Promise<Result> {
  const file = fileOf(config);
  if (file === undefined) return skipped('the database is not on a disk of this machine');
  const folder = dirname(file);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const text = `${(freeBytes / 1e9).toFixed(1)} GB free in ${folder}`;
  if (freeBytes < FULL_DISK_BYTES) throw new Error(text);
  return freeBytes < LOW_DISK_BYTES ? warning(text) : ok(text);
}

async function checkBackup(config: Config): Promise<Result> {
  const file = fileOf(config);
  if (file === undefined) return skipped('not made by this program');
  const { readLastBackup } = await import('../../storage/sqlite/files/last-backup.js');
  const lastMs = readLastBackup(file);
  if (lastMs === 0) return warning('there was none yet');
  const ageMs = Date.now() - lastMs;
  const text = `the last one began ${(ageMs / 3_600_000).toFixed(1)} hours ago`;
  return ageMs > MAX_BACKUP_AGE_MS ? warning(text) : ok(text);
}

async function checkRedis({ rateLimitUrl }: Config, { product }: Shop): Promise<Result> {
  if (rateLimitUrl === undefined) return skipped('RATE_LIMIT_URL is not set');
  const { connect } = await import('../../rate-limit/redis/redis-connection.js');
  const { Membership, membersKeyOf } = await import('../../rate-limit/redis/membership.js');
  const key = membersKeyOf(product.name);
  const { host, pathname } = new URL(rateLimitUrl);
  const connection = await connect(rateLimitUrl);
  try {
    for (const probed of [key, key]) await connection.probe(probed); // by its text, then by its hash
    const membership = new Membership(connection.client, `${key}:doctor`);
    await membership.heartbeat();
    await membership.list();
    await membership.leave();
    const memory = await connection.client.info('memory').catch(() => '');
    const [, policy = 'unknown'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
    const text = `${host}, database ${Number(pathname.slice(1))}, maxmemory-policy ${policy}`;
    return policy === 'noeviction' ? ok(text) : warning(`${text}: it must be noeviction`);
  } catch (error) {
    throw new Error(connection.describe(error));
  } finally {
    connection.close();
  }
}

async function checkPort(
  setting: 'PORT' | 'METRICS_PORT',
  { database, ...config }: Config,
  shop: Shop,
): Promise<Result> {
  const { metricsPort, metricsHost } = config;
  const { port, host } = setting === 'PORT' ? config : { port: metricsPort, host: metricsHost };
  if (port === undefined) return skipped(`${setting} is not set`);
  const where = `${toUrlHost(host)}:${port}`;
  try {
    await assertCanListen(port, host);
    return ok(port === 0 ? 'any free port' : `${where} is free`);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    const load = await readServerLoad(database).catch(() => 'none');
    const isOwn = load !== 'none' && (await isServer(shop, toLocalHost(host), port));
    if (isOwn === true) return ok(`${where} is served for this database`);
    const user =
      isOwn === undefined
        ? `a program that does not answer within ${PROBE_TIMEOUT_MS / 1_000} s`
        : 'another program';
    throw new Error(`${where} is used by ${user}: stop it, or set ${setting} to another port`);
  }
}

/**
 * Whether a server of this program answers: its API has one of the paths, and its metrics the other.
 * @returns undefined if nothing answers in time, which may be a server of this program that hangs.
 */
async function isServer(
  { schema }: Shop,
  host: string,
  port: number,
): Promise<boolean | undefined> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const probes = ['/healthz', '/metrics'].map(async (path) => {
    const response = await fetch(`http://${toUrlHost(host)}:${port}${path}`, { signal });
    const text = await response.text();
    return response.ok && ['"ok"', `${schema.name}_build_info`].some((part) => text.includes(part));
  });
  const results = await Promise.allSettled(probes);
  const isOwn = results.some((result) => result.status === 'fulfilled' && result.value);
  return isOwn || !signal.aborted ? isOwn : undefined;
}
