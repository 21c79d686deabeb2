// `keys`: the command group for API keys. A new key is the only output on stdout and is printed once. Messages go to
// stderr.
import { Command, Option } from 'commander';
import { rotateKey } from '../../keys/key-service.js';
import { systemClock } from '../../lib/clock.js';
import { printJson } from '../output.js';
import { withStore } from '../with-store.js';
import { withBan, withBans } from './bans.js';
import { changeKey, findKey, type JsonOption } from './change.js';
import { formatKey, formatKeys, timeOf, toJson } from './format.js';
import { eventToJson, formatHistory } from './history.js';
import { readDuration } from './options.js';
import { createCommand, updateCommand } from './settings.js';

interface RotateOptions extends JsonOption {
  /** Milliseconds. */
  overlap: number;
}

export function keysCommand(): Command {
  const keys = new Command('keys')
    .description('create, change, list, rotate and revoke API keys')
    .addCommand(createCommand())
    .addCommand(updateCommand());
  const commandOnKey = (name: string, description: string) =>
    keys
      .command(name)
      .description(description)
      .argument('<id>', 'id of the key, as shown by `keys list`');
  const json = new Option('--json', 'print JSON');

  commandOnKey('show', 'show a key without its secrets').addOption(json).action(show);
  keys
    .command('list')
    .description('list all keys without their secrets')
    .addOption(json)
    .action(list);
  commandOnKey(
    'rotate',
    'replace the secret of a key; the new one is printed on stdout, the old one is valid until the overlap ends',
  )
    .addOption(
      new Option(
        '--overlap <duration>',
        'how long the old secret remains valid, such as 0s, 30m, 24h or 7d',
      )
        .argParser(readDuration)
        .default(readDuration('24h'), '24h'),
    )
    .option('--json', 'print JSON: the fields of `keys show`, and the new key')
    .action(rotate);
  commandOnKey('revoke', 'revoke a key permanently, from the next request on')
    .addOption(json)
    .action(revoke);
  commandOnKey('unban', 'end the ban of a key, from the next request on')
    .addOption(json)
    .action(unban);
  commandOnKey('history', 'list the changes of a key: when, what, by which user of this machine')
    .addOption(json)
    .action(history);
  return keys;
}

async function show(id: string, { json }: JsonOption): Promise<void> {
  const key = await withStore(async (store) =>
    withBan(await findKey(store.keys, id, systemClock()), store),
  );
  if (json) printJson(toJson(key));
  else process.stdout.write(formatKey(key));
}

async function list({ json }: JsonOption): Promise<void> {
  const keys = await withStore(async (store) =>
    withBans(await store.keys.list(systemClock()), store),
  );
  if (json) printJson(keys.map(toJson));
  else process.stdout.write(formatKeys(keys));
}

async function rotate(id: string, { overlap: overlapMs, json }: RotateOptions): Promise<void> {
  const { result, record } = await changeKey(id, { json }, async (keys, nowMs) => {
    const rotated = await rotateKey(keys, id, nowMs, overlapMs);
    return rotated && { ...rotated, oldUntil: timeOf(nowMs + overlapMs) };
  });
  const end = overlapMs === 0 ? 'no longer valid' : `valid until ${result.oldUntil}`;
  process.stderr.write(`rotated ${id}; the old secret is ${end}.\n`);
  if (json) printJson({ ...toJson(record), key: result.key });
  else process.stdout.write(`${result.key}\n`);
}

async function revoke(id: string, { json }: JsonOption): Promise<void> {
  const { record } = await changeKey(id, { json }, (keys, nowMs) => keys.revoke(id, nowMs));
  process.stderr.write(`revoked ${id}.\n`);
  if (json) printJson(toJson(record));
}

async function unban(id: string, { json }: JsonOption): Promise<void> {
  const { record } = await changeKey(id, { json }, (keys, nowMs) => keys.liftBans(id, nowMs));
  process.stderr.write(`lifted the bans of ${id}.\n`);
  if (json) printJson(toJson(record));
}

async function history(id: string, { json }: JsonOption): Promise<void> {
  const events = await withStore(async ({ keys }) => {
    await findKey(keys, id, systemClock());
    return keys.history(id);
  });
  if (json) printJson(events.map(eventToJson));
  else process.stdout.write(formatHistory(events));
  if (events.length === 0 && !json) {
    process.stderr.write(`no changes of ${id} were recorded: it is older than the records.\n`);
  }
}
