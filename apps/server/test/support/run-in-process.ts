// Runs a command of the operator's command line in the process of the tests, with the arguments, environment, output and exit
// code that it would have in a process of its own.
import type { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { types } from 'node:util';
import { runCommandLine } from '@animal-store/engine/internal/cli/program';
import { shop } from './plain-shop.js';
import type { CliOptions, CliResult } from './spawn-cli.js';

/** What only a process of its own can have is refused. */
export type InProcessOptions = Pick<CliOptions, 'file' | 'env' | 'input'> &
  Partial<Record<Exclude<keyof CliOptions, 'file' | 'env' | 'input' | 'timeoutMs'>, never>>;

/** Jest gives tests an `Error` of their own, of which errors of Node's modules are otherwise no instances. */
Object.defineProperty(Error, Symbol.hasInstance, {
  value(this: unknown, value: unknown) {
    if (this === Error) return types.isNativeError(value);
    return Function.prototype[Symbol.hasInstance].call(this, value);
  },
});

/** Of a process. Commands may listen to them until the process ends. */
const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'exit'];
const events: EventEmitter = process;

/** Commands share the global `process`, so each waits for the one before it. */
let last: Promise<unknown> = Promise.resolve();

/** Not for a server that starts: only a process has signals to stop it, and a log to read. */
export function runInProcess(
  args: readonly string[],
  options: InProcessOptions = {},
): Promise<CliResult> {
  if (options.env?.NODE_OPTIONS) throw new Error('NODE_OPTIONS has an effect on a process alone');
  const result = last.then(() => run(args, options));
  last = result.catch(() => {});
  return result;
}

async function run(args: readonly string[], options: InProcessOptions): Promise<CliResult> {
  const { file, env, input = '' } = options;
  const output = { stdout: '', stderr: '' };
  const capture = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        output[name] += text;
        done();
      },
    });
  const replaced = {
    argv: ['node', 'animal-store', ...args],
    env: {
      PATH: process.env.PATH,
      ...(file !== undefined && { DATABASE_URL: `file:${file}` }),
      ...env,
    },
    stdin: Readable.from([input]),
    stdout: capture('stdout'),
    stderr: capture('stderr'),
    exitCode: undefined,
  };
  const before = Object.entries(replaced).map(([name, value]) => {
    const descriptor = Object.getOwnPropertyDescriptor(process, name) ?? {};
    Object.defineProperty(process, name, { value, writable: true, configurable: true });
    return [name, descriptor] as const;
  });
  const listeners = EVENTS.map((event) => [event, events.listeners(event)] as const);
  try {
    await runCommandLine(shop);
    await nextTurn(); // a command on SQLite may not wait for anything, but a server in this process must have its turn
    return { ...output, exitCode: Number(process.exitCode ?? 0) };
  } finally {
    for (const [event, known] of listeners)
      for (const listener of events.listeners(event))
        if (!known.includes(listener)) events.off(event, listener as () => void);
    for (const [name, descriptor] of before) Object.defineProperty(process, name, descriptor);
  }
}
