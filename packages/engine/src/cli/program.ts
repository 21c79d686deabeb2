// The operator's command line of a shop: `serve`, the maintenance commands, and the shop's own. Exit code 2: wrong usage. Exit
// code 1: failure.
import type { AddressInfo } from 'node:net';
import { Command, CommanderError } from 'commander';
import { checkShop } from '../check-shop.js';
import type { Shop } from '../define-shop.js';
import { errorMessage } from '../lib/error-message.js';
import { printable } from '../lib/printable.js';
import { ignoreOtherSignals } from '../lib/stop-signals.js';
import { readConfig } from '../settings/settings.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { addSettings, configCommand } from './commands/config.js';
import { copyCommand } from './commands/copy.js';
import { docsCommand } from './commands/docs.js';
import { doctorCommand } from './commands/doctor.js';
import { migrateCommand } from './commands/migrate.js';
import { usageCommand } from './commands/usage.js';
import { keysCommand } from './keys/keys-command.js';

/** Runs the command that the process' arguments name. */
export async function runCommandLine(shop: Shop): Promise<void> {
  const { name } = shop.product;
  process.env.PGAPPNAME ??= name; // so that PostgreSQL shows whose connections they are
  ignoreOtherSignals();
  process.stderr.on('error', () => {}); // a terminal that was closed
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(); // the reader has read enough, as `head` does
  });
  try {
    checkShop(shop);
    const program = createProgram(shop);
    if (process.argv.slice(2).some(shop.keyFormat.find)) {
      program.error(
        'error: this is a secret, not an id; it is not repeated here: use `keys find`, which reads it from standard input',
      );
    }
    await program.parseAsync();
  } catch (error) {
    process.exitCode = report(name, error);
  }
}

export function createProgram(shop: Shop): Command {
  const { name, title, version } = shop.product;
  const program = new Command(name)
    .description(
      `Run and manage the ${title} API. DATABASE_URL selects the database; \`serve --help\` lists all settings.`,
    )
    .version(
      `${name} ${version}, schema ${shop.schema.version}, Node ${process.version}`,
      '-V, --version',
      "print the versions of the program, of the database's schema and of Node",
    )
    .addCommand(
      new Command('serve')
        .description('serve the API until SIGINT, SIGTERM or SIGHUP is received')
        .option(
          '--check-reads',
          'for development and tests: answer 500 to a request that sends something that its handler does not read',
        )
        .action(async ({ checkReads }: { checkReads?: boolean }) => {
          const { serve } = await import('./commands/serve.js'); // lazy: other commands start without it
          const config = readConfig(process.env, name, undefined, shop.settings);
          await serve(shop, config, checkReads);
        }),
    )
    .addCommand(keysCommand(shop));
  const own = shop.commands();
  for (const command of [
    ...own,
    usageCommand(shop),
    backupCommand(shop),
    restoreCommand(shop),
    migrateCommand(shop),
    copyCommand(shop),
    docsCommand(shop),
    configCommand(shop),
    doctorCommand(shop),
  ])
    program.addCommand(command);
  addSettings(program, own, shop);
  for (const command of allCommands(program)) {
    command
      .exitOverride()
      .showHelpAfterError('(use --help for usage)')
      .configureOutput({
        outputError: (text, write) => write(text.replace(/^error:/, `${name}:`)),
      });
  }
  return program;
}

function report(name: string, error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has already printed an error or the help text. It prints help on request, or if no command is given.
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') {
      process.stderr.write(`\n${name}: a command is required\n`);
    }
    return 2;
  }
  const lines = (listenFailure(error) ?? errorMessage(error)).split('\n');
  process.stderr.write(`${name}: ${lines.map(printable).join('\n')}\n`); // a message may quote the name of a file
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

export function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}
