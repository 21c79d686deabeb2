#!/usr/bin/env node
// The operator's command line: `serve` and the maintenance commands. Exit code 2: wrong usage. Exit code 1: failure.
import { Command, CommanderError } from 'commander';
import { readConfig } from '../config.js';
import { errorMessage } from '../lib/error-message.js';
import { backupCommand, restoreCommand } from './backup.js';
import { copyCommand } from './copy.js';
import { docsCommand } from './docs.js';
import { keysCommand } from './keys.js';
import { migrateCommand } from './migrate.js';
import { ordersCommand } from './orders.js';

const program = new Command('animal-store')
  .description(
    "The animal store's service and its upkeep. DATABASE_URL names the store, by default file:./data/animal-store.db.",
  )
  .addCommand(
    new Command('serve').description('serve the API until SIGINT or SIGTERM').action(async () => {
      const { serve } = await import('../main.js'); // lazy: other commands start without it
      await serve(readConfig(process.env));
    }),
  )
  .addCommand(keysCommand())
  .addCommand(ordersCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(migrateCommand())
  .addCommand(copyCommand())
  .addCommand(docsCommand());

for (const command of everyCommand(program)) {
  command
    .exitOverride()
    .showHelpAfterError('(--help shows how)')
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error:/, 'animal-store:')),
    });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has already printed an error or the help text. It prints help on request, or if no command is given.
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') {
      process.stderr.write('\nanimal-store: name one of these commands\n');
    }
    return 2;
  }
  process.stderr.write(`animal-store: ${errorMessage(error)}\n`);
  return 1;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
