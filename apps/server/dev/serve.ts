// Child process of the development server: one server, made of the sources as they are when it starts.
import { describeError } from './describe-error.js';

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {}); // Ctrl-C reaches every process of a terminal: the parent ends this one
}
try {
  const { openServer } = await import('./open-server.js'); // here, so that an error in a source is reported
  const [, , mode, welcome] = process.argv;
  const { service, text } = await openServer(mode === 'mock' ? 'mock' : 'dev');
  process.on('disconnect', async () => {
    await service.close();
    process.exit();
  });
  if (welcome === 'welcome') process.stderr.write(text);
  process.send?.({ port: service.port });
  fail(await service.failure);
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
