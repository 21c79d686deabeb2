// `keys`: the command group for API keys. A new key is the only output on stdout and is printed once. Messages go to
// stderr.
import { Command, Option } from 'commander';
import type { Shop } from '../../define-shop.js';
import { rotateKey } from '../../keys/key-service.js';
import { systemClock } from '../../lib/clock.js';
import type { KeyEvent } from '../../model.js';
import { readDuration } from '../arguments.js';
import { createTable, printBatches, printJson } from '../output.js';
import { withStore } from '../with-store.js';
import {
  changeKey,
  findKey,
  type JsonOption,
  type ShownKey,
  withBan,
  withBans,
} from './change-key.js';
import { createCommand, updateCommand } from './create-and-update.js';
import { findCommand } from './find-command.js';
import {
  eventToJson,
  formatHistory,
  formatKey,
  STATES,
  stateOf,
  timeOf,
  toJson,
  toRow,
} from './format-key.js';

interface ListOptions extends JsonOption {
  plan?: string;
  state?: string;
  name?: string;
}

interface RotateOptions extends JsonOption {
  /** Milliseconds. */
  overlap?: number;
  now?: boolean;
}

export function keysCommand(shop: Shop): Command {
  return new Command('keys')
    .description('create, change, list, rotate and revoke API keys')
    .addCommand(createCommand(shop))
    .addCommand(updateCommand(shop))
    .addCommand(findCommand(shop))
    .addCommand(showKeyCommand(shop))
    .addCommand(listKeysCommand(shop))
    .addCommand(rotateCommand(shop))
    .addCommand(revokeCommand(shop))
    .addCommand(unbanCommand(shop))
    .addCommand(historyCommand(shop));
}

function commandOnKey(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'id of the key, as shown by `keys list`');
}

function jsonOption(): Option {
  return new Option('--json', 'print JSON');
}

function showKeyCommand(shop: Shop): Command {
  return commandOnKey('show', 'show a key without its secrets')
    .addOption(jsonOption())
    .action(async (id: string, { json }: JsonOption) => {
      const key = await withStore(shop, async (store) =>
        withBan(shop, await findKey(shop, store.keys, id, systemClock()), store),
      );
      if (json) printJson(toJson(key));
      else process.stdout.write(formatKey(key));
    });
}

function listKeysCommand(shop: Shop): Command {
  return new Command('list')
    .description('list keys without their secrets, one a line')
    .option('--plan <plan>', 'only keys of this plan')
    .addOption(new Option('--state <state>', 'only keys in this state').choices(STATES))
    .option('--name <name>', 'only keys of exactly this name')
    .addOption(jsonOption())
    .action(async ({ plan, state, name, json }: ListOptions) => {
      const isAsked = (key: ShownKey) =>
        (plan ?? key.plan) === key.plan && (state ?? stateOf(key)) === stateOf(key);
      const format = createTable();
      const toText = (found: readonly ShownKey[]) => format(found.map(toRow));
      await withStore(shop, (store) => {
        const all = withBans(shop, store.keys.list(systemClock(), name), store);
        return printBatches(filtered(all, isAsked), 'keys', toText, json && toJson);
      });
    });
}

function rotateCommand(shop: Shop): Command {
  return commandOnKey(
    'rotate',
    'replace the secret of a key; the new one is printed on stdout; needs --overlap or --now',
  )
    .option(
      '--overlap <duration>',
      'how long the old secret remains valid, such as 30m, 24h or 7d',
      readDuration,
    )
    .addOption(
      new Option('--now', 'end the old secret at once, because it has leaked').conflicts('overlap'),
    )
    .option('--json', 'print JSON: the fields of `keys show`, and the new key')
    .action(async (id: string, { overlap, now, json }: RotateOptions, command: Command) => {
      const overlapMs = now ? 0 : overlap;
      if (overlapMs === undefined) {
        return command.error(
          'error: when does the old secret end? use --overlap 24h for a planned rotation, or --now for a secret that has leaked',
        );
      }
      const { result, record } = await changeKey(shop, id, { json }, async (keys, nowMs) => {
        const rotated = await rotateKey(shop.keyFormat, keys, id, nowMs, overlapMs);
        return rotated && { ...rotated, oldUntil: timeOf(nowMs + overlapMs) };
      });
      const end = overlapMs === 0 ? 'no longer valid' : `valid until ${result.oldUntil}`;
      process.stderr.write(`rotated ${id}; the old secret is ${end}.\n`);
      if (json) printJson({ ...toJson(record), key: result.key });
      else process.stdout.write(`${result.key}\n`);
    });
}

function revokeCommand(shop: Shop): Command {
  return commandOnKey('revoke', 'revoke a key permanently, from the next request on')
    .addOption(jsonOption())
    .action(async (id: string, options: JsonOption) => {
      const { result, record } = await changeKey(shop, id, options, async (keys, nowMs) => {
        const before = await keys.get(id, nowMs);
        return (await keys.revoke(id, nowMs)) ? { revokedMs: before?.revokedMs } : undefined;
      });
      const { revokedMs } = result;
      const text =
        revokedMs === undefined
          ? `revoked ${id}`
          : `${id} is revoked already, since ${timeOf(revokedMs)}`;
      process.stderr.write(`${text}.\n`);
      if (options.json) printJson(toJson(record));
    });
}

function unbanCommand(shop: Shop): Command {
  return commandOnKey('unban', 'end the ban of a key, from the next request on')
    .addOption(jsonOption())
    .action(async (id: string, options: JsonOption) => {
      const { record } = await changeKey(shop, id, options, (keys, nowMs) =>
        keys.liftBans(id, nowMs),
      );
      process.stderr.write(`lifted the bans of ${id}.\n`);
      if (options.json) printJson(toJson(record));
    });
}

function historyCommand(shop: Shop): Command {
  return new Command('history')
    .description('list the changes of a key, or of all keys: when, what, by which user')
    .argument('[id]', 'id of the key')
    .addOption(jsonOption())
    .action(async (id: string | undefined, { json }: JsonOption) => {
      const format = createTable();
      const count = await withStore(shop, async ({ keys }) => {
        if (id !== undefined) await findKey(shop, keys, id, systemClock());
        const toText = (events: readonly KeyEvent[]) =>
          formatHistory(events, id === undefined, format);
        return printBatches(keys.history(id), 'events', toText, json && eventToJson);
      });
      if (count > 0 || json) return;
      process.stderr.write(
        `no changes of ${id ?? 'any key'} were recorded: it is older than the records.\n`,
      );
    });
}

async function* filtered<Row>(batches: AsyncIterable<Row[]>, isAsked: (row: Row) => boolean) {
  for await (const rows of batches) yield rows.filter(isAsked);
}
