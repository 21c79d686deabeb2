#!/usr/bin/env node
// The operator's command line: `serve` and the maintenance commands. Exit code 2: wrong usage. Exit code 1: failure.
import type { AddressInfo } from 'node:net';
import { Command, CommanderError } from 'commander';
import { readConfig } from '../config.js';
import { errorMessage } from '../lib/error-message.js';
import { VERSION } from '../lib/version.js';
import { backupCommand, restoreCommand } from './backup.js';
import { copyCommand } from './copy.js';
import { docsCommand } from './docs.js';
import { keysCommand } from './keys/command.js';
import { migrateCommand } from './migrate.js';
import { ordersCommand } from './orders.js';
import { printable } from './output.js';
import { petsCommand } from './pets.js';
import { usageCommand } from './usage/command.js';

const program = new Command('animal-store')
  .description(
    'Run and manage the animal store API. DATABASE_URL selects the database (default: file:./data/animal-store.db).',
  )
  .version(VERSION, '-V, --version', 'print the version')
  .addCommand(
    new Command('serve')
      .description('serve the API until SIGINT or SIGTERM is received')
      .action(async () => {
        const { serve } = await import('../main.js'); // lazy: other commands start without it
        await serve(readConfig(process.env));
      }),
  )
  .addCommand(keysCommand())
  .addCommand(petsCommand())
  .addCommand(ordersCommand())
  .addCommand(usageCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(migrateCommand())
  .addCommand(copyCommand())
  .addCommand(docsCommand());

for (const command of allCommands(program)) {
  command
    .exitOverride()
    .showHelpAfterError('(use --help for usage)')
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error:/, 'animal-store:')),
    });
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(); // the reader has read enough, as `head` does
});

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
      process.stderr.write('\nanimal-store: a command is required\n');
    }
    return 2;
  }
  const lines = (listenFailure(error) ?? errorMessage(error)).split('\n');
  process.stderr.write(`animal-store: ${lines.map(printable).join('\n')}\n`); // a message may quote the name of a file
  return 1;
}

/** A message with advice if the server cannot listen on HOST and PORT. Undefined for any other error. */
function listenFailure(error: unknown): string | undefined {
  const { code, syscall, address, port } = (error ?? {}) as NodeJS.ErrnoException &
    Partial<AddressInfo>;
  if (code === 'EADDRINUSE')
    return `port ${port} on ${address} is already in use; stop the process that uses it, or set PORT to another port`;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  return `cannot listen: ${errorMessage(error)}; set HOST to an address of this machine, and PORT to a port that this user may use`;
}

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}
