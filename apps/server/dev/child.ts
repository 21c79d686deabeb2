// Child process of the development server: one server, made of the sources as they are when it is prepared. The parent
// decides when it has the database and the port.

// These packages take most of the time of a start. They are loaded while no edit waits for this process.
import 'better-sqlite3';
import 'express-openapi-validator';
import 'express';
import 'pg';
import 'pino';
import type { Service } from '../src/service.js';
import { describeError } from './describe-error.js';
import type { PreparedServer } from './prepare.js';
import type { Command, Reply } from './server-process.js';

let server: PreparedServer | undefined;
let service: Service | undefined;

process.on('message', async (command: Command) => {
  const reply: Reply = await run(command).catch((error) => ({ problem: describeError(error) }));
  process.send?.(reply);
});
process.on('disconnect', () => process.exit()); // the parent has ended, or wants this process to end
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {}); // Ctrl-C reaches every process of a terminal: the parent ends this one
}
process.send?.({} satisfies Reply); // ready for commands

async function run(command: Command): Promise<Reply> {
  switch (command.name) {
    case 'prepare': {
      const { prepare } = await import('./prepare.js'); // here, so that an error in a source becomes a reply
      server = await prepare(command.mode);
      return { notes: server.notes };
    }
    case 'open':
      service = await server?.open(command.port);
      service?.failure.then(exitWith);
      return { ...(service && { address: { url: service.url, port: service.port } }) };
    case 'close':
      await service?.close();
      return {};
  }
}

function exitWith(error: Error): void {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
