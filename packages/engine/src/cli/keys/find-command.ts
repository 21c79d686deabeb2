// `keys find`: the key of a secret. It reads the secret from standard input, because other users of the machine can read
// command arguments, and a shell keeps them.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import { hashApiKey, type KeyFormat } from '../../keys/api-key.js';
import { systemClock } from '../../lib/clock.js';
import type { TracedSecret } from '../../model.js';
import { printJson } from '../output.js';
import { withStore } from '../with-store.js';
import { type JsonOption, withBan } from './change-key.js';
import { formatKey, timeOf, toJson } from './format-key.js';

export function findCommand(shop: Shop): Command {
  return new Command('find')
    .description('show the key of a secret, whatever its state; reads the secret from stdin')
    .option('--json', 'print JSON: the fields of `keys show`, and the state of the secret')
    .action((options: JsonOption) => find(shop, options));
}

async function find(shop: Shop, { json }: JsonOption): Promise<void> {
  const { keyFormat } = shop;
  const secret = await readSecret(keyFormat);
  if (secret === undefined)
    throw new Error(
      `standard input has no secret: one begins with ${keyFormat.prefixes.join(' or ')}`,
    );
  if (!keyFormat.isWellFormed(secret))
    throw new Error('this is no secret of any key: its length or checksum is wrong; copy it whole');
  const { key, ...traced } = await withStore(shop, async (store) => {
    const found = await store.keys.trace(hashApiKey(secret), systemClock());
    if (found !== undefined) return { ...found, key: await withBan(shop, found.key, store) };
    throw new Error(
      'no key has this secret: it is from another store, or was replaced by a version that did not keep such secrets',
    );
  });
  const state = describe({ key, ...traced });
  if (json) printJson({ ...toJson(key), secret: state });
  else process.stdout.write(formatKey(key, [['this secret', state]]));
}

function describe({ key, isReplaced, overlapUntilMs }: TracedSecret): string {
  if (key.revokedMs !== undefined) return 'revoked';
  if (isReplaced) return 'replaced';
  if (key.liveSecrets === 0) return 'expired';
  return overlapUntilMs === undefined ? 'live' : `live until ${timeOf(overlapUntilMs)}`;
}

/** From a pipe, the first secret in any text. On a terminal, a line that is not shown while it is typed. */
async function readSecret(keyFormat: KeyFormat): Promise<string | undefined> {
  const { stdin, stderr } = process;
  const isTerminal = stdin.isTTY === true;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal });
  if (isTerminal) stderr.write('Secret (not shown): ');
  try {
    for await (const line of lines) {
      const secret = keyFormat.find(line);
      if (secret !== undefined || isTerminal) return secret;
    }
    return undefined;
  } finally {
    if (isTerminal) stderr.write('\n');
  }
}
