// Owns `copy`: moves a store from the embedded database to PostgreSQL. Progress goes to stderr.
import { Command } from 'commander';
import { readDatabase } from '../config.js';
import { showProgress } from './progress.js';

interface CopyOptions {
  from: string;
  to: string;
}

export function copyCommand(): Command {
  return new Command('copy')
    .description(
      'copy a store to PostgreSQL, with its ids, keys and counts; once broken off, run it again',
    )
    .requiredOption('--from <url>', 'file:PATH; no server may be running on it')
    .requiredOption('--to <url>', 'postgres://HOST/DATABASE; must be empty')
    .action(copy);
}

async function copy({ from, to }: CopyOptions): Promise<void> {
  const source = readDatabase('--from', from);
  const target = readDatabase('--to', to);
  if (source.kind !== 'sqlite' || source.file === ':memory:')
    throw new Error('--from must be file:PATH');
  if (target.kind !== 'postgres') throw new Error('--to must be postgres://HOST/DATABASE');
  const { copyStore } = await import('../storage/copy/copy-store.js'); // the other commands start without it
  const { counts } = await copyStore(
    source.file,
    target.url,
    showProgress('copying', 'rows'),
    showProgress('verifying', 'rows of both sides'),
  );
  const told = Object.entries(counts).map(([table, count]) => `${count} ${table}`);
  process.stderr.write(`the same on both sides: ${told.join(', ')}.\n`);
}
