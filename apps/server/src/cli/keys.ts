// `keys`: create, list, rotate and revoke. A new key is the only output on stdout and is printed once. Messages go to
// stderr.
import { document, type Quota } from '@animal-store/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Contract } from '../contract/contract.js';
import { issueKey, rotateKey } from '../keys/key-service.js';
import { systemClock } from '../lib/clock.js';
import type { KeyRecord } from '../model.js';
import { parseDuration } from './duration.js';
import { formatTable } from './table.js';
import { withStore } from './with-store.js';

type Plans = Contract['plans'];

interface CreateOptions {
  plan: string;
  name: string;
  perMinute?: number;
  perDay?: number;
}

export function keysCommand(): Command {
  const plans = document['x-rate-limit-plans'];
  const keys = new Command('keys').description('create, list, rotate and revoke API keys');
  keys
    .command('create')
    .description('create a key; it is printed once, on stdout, and cannot be shown again')
    .addOption(
      new Option('--plan <plan>', "sets the key's quota")
        .choices(Object.keys(plans))
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'name of the key, such as that of its holder', readName)
    .option('--per-minute <n>', 'requests per minute; only for a custom plan', readCount)
    .option('--per-day <n>', 'requests per day; only for a custom plan', readCount)
    .action((options: CreateOptions, command: Command) => create(options, plans, command));
  keys
    .command('list')
    .description('list all keys without their secrets')
    .option('--json', 'print JSON')
    .action(list);
  keys
    .command('rotate')
    .description(
      'replace the secret of a key; the new one is printed on stdout, the old one is valid until the overlap ends',
    )
    .argument('<id>', 'id of the key, as shown by `keys list`')
    .addOption(
      new Option(
        '--overlap <duration>',
        'how long the old secret remains valid, such as 0s, 30m, 24h or 7d',
      )
        .argParser(readDuration)
        .default(readDuration('24h'), '24h'),
    )
    .action(rotate);
  keys
    .command('revoke')
    .description('revoke a key permanently, from the next request on')
    .argument('<id>', 'id of the key, as shown by `keys list`')
    .action(revoke);
  return keys;
}

function readName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || !Number.isSafeInteger(count)) {
    throw new InvalidArgumentError('It must be a positive integer.');
  }
  return count;
}

function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) {
    throw new InvalidArgumentError('It must be a duration such as 0s, 30m, 24h or 7d.');
  }
  return ms;
}

async function create(options: CreateOptions, plans: Plans, command: Command): Promise<void> {
  const { plan, name } = options;
  const wanted = { name, plan, quota: chooseQuota(options, plans, command) };
  const { id, key } = await withStore((store) => issueKey(store.keys, wanted, systemClock()));
  process.stderr.write(`created ${id} (${plan}). Store the key now: it cannot be shown again.\n`);
  process.stdout.write(`${key}\n`);
}

/** The quota to store with a key. Only keys of a plan that is `custom` in the contract have one. */
function chooseQuota(
  { plan, perMinute, perDay }: CreateOptions,
  plans: Plans,
  command: Command,
): Quota | undefined {
  if (plans[plan] === 'custom') {
    if (perMinute !== undefined && perDay !== undefined) return { perMinute, perDay };
    command.error(`error: the plan ${plan} is custom: --per-minute and --per-day are required`);
  }
  if (perMinute === undefined && perDay === undefined) return undefined;
  command.error(
    `error: the plan ${plan} has a fixed quota: --per-minute and --per-day are not allowed`,
  );
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const rows = (await withStore((store) => store.keys.list(systemClock()))).map(present);
  process.stdout.write(json ? `${JSON.stringify(rows, undefined, 2)}\n` : formatTable(rows));
}

function present(record: KeyRecord) {
  const { id, name, plan, quota, createdMs, lastUsedMs, revokedMs, liveSecrets } = record;
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
    liveSecrets,
  };
}

async function rotate(id: string, { overlap: overlapMs }: { overlap: number }): Promise<void> {
  const nowMs = systemClock();
  const rotated = await withStore((store) => rotateKey(store.keys, id, nowMs, overlapMs));
  if (rotated === undefined) throw unknownKey(id, ', or is revoked');
  process.stderr.write(
    `rotated ${id}; the old secret is valid until ${new Date(nowMs + overlapMs).toISOString()}.\n`,
  );
  process.stdout.write(`${rotated.key}\n`);
}

async function revoke(id: string): Promise<void> {
  const found = await withStore((store) => store.keys.revoke(id, systemClock()));
  if (!found) throw unknownKey(id);
  process.stderr.write(`revoked ${id}.\n`);
}

function unknownKey(id: string, or = ''): Error {
  return new Error(`key ${JSON.stringify(id)} does not exist${or}; see \`keys list\``);
}
