// `copy`: copies a store from SQLite to PostgreSQL. Progress goes to stderr.
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import { readDatabase } from '../../settings/setting-readers.js';
import { loadWithDriver } from '../../storage/sqlite/load-with-driver.js';
import { requireOptions } from '../arguments.js';
import { showProgress } from '../progress.js';

export function copyCommand({ schema }: Shop): Command {
  return new Command('copy')
    .description(
      'copy an SQLite database to PostgreSQL: data, keys and counts; if it was interrupted, run it again',
    )
    .option('--from <url>', 'required; file:PATH of the SQLite database; stop its server first')
    .option(
      '--to <url>',
      'required; postgres://USER@HOST/DATABASE; must be empty. Set the password in PGPASSWORD or PGPASSFILE',
    )
    .hook('preAction', requireOptions('--from', '--to'))
    .action(async ({ from, to }: { from: string; to: string }) => {
      assertNoPassword('--from', from);
      assertNoPassword('--to', to);
      const source = readDatabase(from, '--from', 'file:PATH');
      const target = readDatabase(to, '--to', 'postgres://HOST/DATABASE');
      if (source.kind !== 'sqlite' || source.file === ':memory:')
        throw new Error('--from must be file:PATH');
      if (target.kind !== 'postgres') throw new Error('--to must be postgres://HOST/DATABASE');
      const { transferStore } = await loadWithDriver(() => import('../../storage/transfer.js'));
      const counts = await transferStore(
        source.file,
        target.url,
        schema,
        showProgress('copying', 'rows').update,
      );
      const totals = [...counts].map(([table, count]) => `${count} ${table}`);
      process.stderr.write(`copied and verified: ${totals.join(', ')}.\n`);
    });
}

/** @throws an Error for the operator: every user of the machine can read command arguments in the process list. */
function assertNoPassword(option: string, url: string): void {
  if (!URL.canParse(url)) return;
  const { password, searchParams } = new URL(url);
  if (password === '' && !searchParams.has('password')) return;
  throw new Error(
    `${option} must not contain a password, because other users of this machine can read it in the process list; set PGPASSWORD, or use the file that PGPASSFILE names`,
  );
}
