// Child process of the development server: one server, made of the sources as they are when it starts.
import { describeError } from './describe-error.js';

let close = async () => {};
let closing: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    closing ??= close();
    await closing;
    process.exit();
  });
process.on('exit', (code) => {
  if (code !== 0)
    print(
      `The server ended with exit code ${code}. Nothing is served. The next edit starts the server.`,
    );
});
try {
  const { openServer } = await import('./open-server.js'); // here, so that an error in a source is reported
  const { service, text } = await openServer(process.argv[2] === 'mock' ? 'mock' : 'dev');
  close = service.close;
  print(text);
  fail(await service.failure);
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  print(describeError(error));
  process.exit(1);
}

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
