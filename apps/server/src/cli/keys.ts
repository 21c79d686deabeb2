// Owns `keys ...`: create, list, rotate, revoke. A key goes to stdout alone, once; what is said about it goes to stderr.
import { document, type Quota } from '@animal-store/contract';
import { Command } from 'commander';
import { systemClock } from '../clock.js';
import { readContract } from '../contract.js';
import { issueKey, rotateKey } from '../keys/issue-key.js';
import type { KeyRecord } from '../storage/store.js';
import { parseDuration } from './duration.js';
import { OperatorError, UsageError } from './operator-error.js';
import { formatTable } from './table.js';
import { withStore } from './with-store.js';

interface CreateOptions {
  plan: string;
  name: string;
  perMinute?: string;
  perDay?: string;
}

export function keysCommand(): Command {
  const keys = new Command('keys').description('issue, list, rotate and revoke API keys');
  keys
    .command('create')
    .description('issue a key; it is printed on stdout, once, and can never be shown again')
    .requiredOption(
      '--plan <plan>',
      `one of ${Object.keys(readContract(document).plans).join(', ')}`,
    )
    .requiredOption('--name <name>', 'whose key it is')
    .option('--per-minute <n>', 'requests a minute, for a plan without numbers of its own')
    .option('--per-day <n>', 'requests a day, for a plan without numbers of its own')
    .action(create);
  keys
    .command('list')
    .description('list all keys, without their secrets')
    .option('--json', 'as JSON')
    .action(list);
  keys
    .command('rotate')
    .description('give a key a new secret, printed on stdout; the old one works on for the overlap')
    .argument('<id>', 'as `keys list` shows it')
    .option('--overlap <duration>', 'how long the old secret works on: 0s, 30m, 24h, 7d', '24h')
    .action(rotate);
  keys
    .command('revoke')
    .description('refuse a key from its next request on, for good')
    .argument('<id>', 'as `keys list` shows it')
    .action(revoke);
  return keys;
}

async function create({ plan, name, ...numbers }: CreateOptions): Promise<void> {
  if (name.trim() === '') throw new UsageError('--name must not be empty');
  const wanted = { name, plan, quota: chooseQuota(plan, numbers) };
  const { id, key } = await withStore((store) => issueKey(store.keys, wanted, systemClock()));
  process.stderr.write(`${id} (${plan}) is issued. Keep the key now: it cannot be shown again.\n`);
  process.stdout.write(`${key}\n`);
}

/** The quota to store with a key: only a plan that the contract calls custom has one. */
function chooseQuota(
  plan: string,
  { perMinute, perDay }: Pick<CreateOptions, 'perMinute' | 'perDay'>,
): Quota | undefined {
  const { plans } = readContract(document);
  const known = Object.hasOwn(plans, plan) ? plans[plan] : undefined;
  if (known === undefined) {
    throw new UsageError(
      `there is no plan «${plan}»; the plans are ${Object.keys(plans).join(', ')}`,
    );
  }
  if (known === 'custom') {
    if (perMinute === undefined || perDay === undefined) {
      throw new UsageError(
        `the plan ${plan} has no numbers of its own: give --per-minute and --per-day`,
      );
    }
    return {
      perMinute: readCount('--per-minute', perMinute),
      perDay: readCount('--per-day', perDay),
    };
  }
  if (perMinute !== undefined || perDay !== undefined) {
    throw new UsageError(
      `the plan ${plan} has its own numbers: leave out --per-minute and --per-day`,
    );
  }
  return undefined;
}

function readCount(option: string, text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || !Number.isSafeInteger(count)) {
    throw new UsageError(`${option} is «${text}»; it must be a whole number from 1`);
  }
  return count;
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const rows = (await withStore((store) => store.keys.list())).map(present);
  process.stdout.write(json ? `${JSON.stringify(rows, undefined, 2)}\n` : formatTable(rows));
}

function present({ id, name, plan, quota, createdMs, lastUsedMs, revokedMs }: KeyRecord) {
  const when = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    id,
    name,
    plan,
    perMinute: quota?.perMinute ?? null,
    perDay: quota?.perDay ?? null,
    created: when(createdMs),
    lastUsed: when(lastUsedMs),
    revoked: when(revokedMs),
  };
}

async function rotate(id: string, { overlap }: { overlap: string }): Promise<void> {
  const overlapMs = parseDuration(overlap);
  if (overlapMs === undefined) {
    throw new UsageError(
      `--overlap is «${overlap}»; it must be a duration such as 0s, 30m, 24h or 7d`,
    );
  }
  const nowMs = systemClock();
  const rotated = await withStore((store) => rotateKey(store.keys, id, nowMs, overlapMs));
  if (rotated === undefined) throw noSuchKey(id, ', or it is revoked');
  process.stderr.write(
    `${id} has a new key; the old one works until ${new Date(nowMs + overlapMs).toISOString()}.\n`,
  );
  process.stdout.write(`${rotated.key}\n`);
}

async function revoke(id: string): Promise<void> {
  const found = await withStore((store) => store.keys.revoke(id, systemClock()));
  if (!found) throw noSuchKey(id);
  process.stderr.write(`${id} is revoked.\n`);
}

function noSuchKey(id: string, or = ''): OperatorError {
  return new OperatorError(`there is no key «${id}»${or}; \`keys list\` shows those there are`);
}
