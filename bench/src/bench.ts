// `npm run bench`: the animal store beside a floor, Fastify and another checkout. Progress goes to stderr, the report to stdout.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure, type Series, send } from './load.js';
import { AGAIN, formatReport, OURS } from './report.js';
import { commandLine, type Server, startServer } from './servers.js';
import { createSharedStore, createStore, dropDatabases } from './store.js';
import { verify } from './verify.js';
import { RIVALS, WORK_NAMES, WORKS } from './works.js';

const HELP = `npm run bench -- [--against DIR] [--only ${WORK_NAMES}] [--quick]
  --against  another checkout, in which npm ci and npm run build ran
  --only     some of the works
  --quick    two rounds of a second instead of seven of two, and a tenth of the requests for memory`;

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string', default: WORK_NAMES.join() },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const works = WORK_NAMES.filter((name) => options.only.split(',').includes(name));
if (options.help || works.length < options.only.split(',').length) {
  console.error(HELP);
  process.exit(options.help ? 0 : 2);
}
const [rounds, duration, amount] = options.quick ? [2, 1, 10_000] : [7, 2, 100_000];
const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const cli = commandLine(join(import.meta.dirname, '../..'));
const checkouts = new Map([
  [OURS, cli],
  [AGAIN, cli],
]);
if (options.against) checkouts.set(`ours at ${options.against}`, commandLine(options.against));
try {
  const [servers, shared]: [Server[], Server[]] = [[], []];
  for (const [rival, title] of RIVALS)
    servers.push(await startServer(title, cli, createStore(cli, folder), rival));
  for (const [title, cli] of checkouts) {
    servers.push(await startServer(title, cli, createStore(cli, folder)));
    if (works.includes('postgres'))
      shared.push(await startServer(title, cli, await createSharedStore(cli, folder)));
  }
  for (const server of [...servers, ...shared]) await verify(server, servers);
  console.error('all servers return the same responses');

  const series = works.flatMap((work): Series[] => {
    const { isShared, rivals } = WORKS[work];
    return (isShared ? shared : servers)
      .filter(({ rival }) => rival === undefined || rivals.includes(rival))
      .map((server) => ({ work, server, rounds: [] }));
  });
  await measure(series, rounds, duration);
  await Promise.all([...servers, ...shared].map((server) => server.stop()));
  const processor = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${processor}; ${rounds} rounds of ${duration} s in turns.

${formatReport(series)}

Most memory of ours during ${(10 * amount).toLocaleString('en')} requests: ${await measureMemory()} MB.`);
} finally {
  await dropDatabases();
}

async function measureMemory(): Promise<string> {
  const server = await startServer(OURS, cli, createStore(cli, folder));
  const mixedWorks = ['page', 'animal', 'create'] as const;
  for (let sample = 1; sample <= 10; sample += 1) {
    console.error(`memory: ${sample} of 10`);
    await send(mixedWorks[sample % mixedWorks.length] ?? 'page', server, { amount });
  }
  const megabytes = server.peakMegabytes().toFixed(0);
  await server.stop();
  return megabytes;
}
