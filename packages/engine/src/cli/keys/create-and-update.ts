// `keys create` and `keys update`: what can be set of a key.
import type { Quota } from '@animal-store/core';
import { Command, Option } from 'commander';
import type { Contract } from '../../contract.js';
import type { Shop } from '../../define-shop.js';
import { issueKey } from '../../keys/key-service.js';
import { systemClock } from '../../lib/clock.js';
import type { KeyChanges, KeyRecord, KeyRestrictions } from '../../model.js';
import {
  addOrigin,
  readCount,
  readLifetime,
  readName,
  readNewLifetime,
  requireOptions,
} from '../arguments.js';
import { createOption } from '../commands/migrate.js';
import { printJson } from '../output.js';
import { withStore } from '../with-store.js';
import { changeKey, findKey } from './change-key.js';
import { describeRestrictions, toJson } from './format-key.js';

type Plans = Contract['plans'];

/** How many keys of the same name a new one's message names. */
const MAX_NAMESAKES = 10;

interface QuotaOptions {
  perMinute?: number;
  perDay?: number;
}

interface CreateOptions extends QuotaOptions {
  plan: string;
  name: string;
  /** Milliseconds. */
  expires?: number;
  readOnly?: boolean;
  publishable?: boolean;
  origin?: string[];
  create?: boolean;
  json?: boolean;
}

interface UpdateOptions extends QuotaOptions {
  plan?: string;
  name?: string;
  /** Milliseconds from now. */
  expires?: number | 'never';
  json?: boolean;
}

function planOption({ contract }: Shop, description: string): Option {
  return new Option('--plan <plan>', description).choices(Object.keys(contract.plans));
}

function addQuotaOptions(command: Command): Command {
  return command
    .option('--per-minute <n>', 'requests per minute; only for a custom plan', readCount)
    .option('--per-day <n>', 'requests per day; only for a custom plan', readCount);
}

export function createCommand(shop: Shop): Command {
  const command = new Command('create')
    .description('create a key; it is printed once, on stdout, and cannot be shown again')
    .addOption(planOption(shop, "required; sets the key's quota"))
    .option('--name <name>', 'required; name of the key, such as that of its holder', readName);
  return addQuotaOptions(command)
    .option(
      '--expires <duration>',
      'how long the key is valid, such as 12h or 90d (default: until it is revoked)',
      readLifetime,
    )
    .option('--read-only', 'allow GET and HEAD only')
    .option(
      '--origin <origin>',
      'allow web pages of this origin only, such as https://shop.example or https://*.preview.example; can be repeated',
      addOrigin,
    )
    .option(
      '--publishable',
      'create a key that may be part of a web page: read-only, for the given origins, with its quota for each client address',
    )
    .addOption(createOption())
    .option('--json', 'print JSON: the fields of `keys show`, and the key')
    .hook('preAction', requireOptions('--plan', '--name'))
    .action((options: CreateOptions, self: Command) => create(shop, options, self));
}

export function updateCommand(shop: Shop): Command {
  const command = new Command('update')
    .description('change a key from the next request on; its id, secrets and counts stay')
    .argument('<id>', 'id of the key, as shown by `keys list`')
    .addOption(planOption(shop, 'the new plan'))
    .option('--name <name>', 'the new name', readName);
  return addQuotaOptions(command)
    .option(
      '--expires <duration>',
      'how long the key is valid from now, such as 12h or 90d, or never to remove its expiry',
      readNewLifetime,
    )
    .option('--json', 'print JSON: the fields of `keys show`')
    .action(async (id: string, { json, ...wanted }: UpdateOptions, self: Command) => {
      if (Object.keys(wanted).length === 0) {
        self.error(
          'error: nothing to change: use --plan, --name, --per-minute, --per-day or --expires',
        );
      }
      const { record } = await changeKey(shop, id, { json }, (keys, nowMs) =>
        keys.update(id, (key) => chooseChanges(shop.contract.plans, key, wanted, nowMs), nowMs),
      );
      process.stderr.write(`updated ${id} (${describe(record)}).\n`);
      if (json) printJson(toJson(record));
    });
}

async function create(shop: Shop, options: CreateOptions, command: Command): Promise<void> {
  const { plan, name, create: createsFolder = false, json } = options;
  const nowMs = systemClock();
  const restrictions = chooseRestrictions(options, nowMs, command);
  const wanted = {
    name,
    plan,
    quota: chooseQuota(shop.contract.plans, plan, options),
    ...restrictions,
  };
  const { key, record, namesakes } = await withStore(
    shop,
    async ({ keys }) => {
      const namesakes: string[] = [];
      for await (const batch of keys.list(nowMs, name))
        for (const { id, revokedMs } of batch) if (revokedMs === undefined) namesakes.push(id);
      const { id, key } = await issueKey(shop.keyFormat, keys, wanted, nowMs);
      return { key, record: await findKey(shop, keys, id, nowMs), namesakes };
    },
    { canCreate: true, createsFolder },
  );
  process.stderr.write(
    `created ${record.id} (${describe(record)}). Store the key now: it cannot be shown again.\n`,
  );
  if (namesakes.length > 0) {
    const ids = namesakes.slice(0, MAX_NAMESAKES).join(', ');
    const more = namesakes.length > MAX_NAMESAKES ? ', …' : '';
    process.stderr.write(`note: another key has the same name: ${ids}${more}.\n`);
  }
  if (json) printJson({ ...toJson(record), key });
  else process.stdout.write(`${key}\n`);
}

function describe(key: KeyRecord): string {
  return [key.plan, ...describeRestrictions(key)].join('; ');
}

function chooseRestrictions(
  { expires, readOnly = false, publishable = false, origin: origins = [] }: CreateOptions,
  nowMs: number,
  command: Command,
): KeyRestrictions {
  if (publishable && origins.length === 0) {
    command.error('error: --publishable requires --origin, the origin of the web page');
  }
  return {
    expiresMs: expires === undefined ? undefined : nowMs + expires,
    isReadOnly: readOnly || publishable,
    isPublishable: publishable,
    origins,
  };
}

function chooseChanges(
  plans: Plans,
  key: KeyRecord,
  wanted: UpdateOptions,
  nowMs: number,
): KeyChanges {
  const { name, plan = key.plan, expires, perMinute, perDay } = wanted;
  const isQuotaChanged = (wanted.plan ?? perMinute ?? perDay) !== undefined;
  const quota = plan === key.plan ? key.quota : undefined;
  return {
    ...(name !== undefined && { name }),
    ...(isQuotaChanged && { plan, quota: chooseQuota(plans, plan, wanted, quota) }),
    ...(expires !== undefined && { expiresMs: expires === 'never' ? undefined : nowMs + expires }),
  };
}

/**
 * The quota to store with a key. Only keys of a plan that is `custom` in the contract have one.
 * @param current The key's quota. A number that `wanted` does not have stays as it is.
 * @throws an Error for the operator.
 */
function chooseQuota(
  plans: Plans,
  plan: string,
  wanted: QuotaOptions,
  current?: Quota,
): Quota | undefined {
  if (plans[plan] === 'custom') {
    const { perMinute = current?.perMinute, perDay = current?.perDay } = wanted;
    if (perMinute !== undefined && perDay !== undefined) return { perMinute, perDay };
    throw new Error(`the plan ${plan} is custom: --per-minute and --per-day are required`);
  }
  if (wanted.perMinute === undefined && wanted.perDay === undefined) return undefined;
  throw new Error(`the plan ${plan} has a fixed quota: --per-minute and --per-day are not allowed`);
}
