// npm run bench: the product beside what one would use instead, on one machine, in one run, in turns. Progress goes to
// stderr, the result to stdout.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from './machine.js';
import { Loader } from './measure.js';
import { HELP, readOptions } from './options.js';
import { formatResult } from './report.js';
import { copyOf, seed } from './seed.js';
import { killServers, type Server, startServer } from './server-process.js';
import { verify } from './verify.js';
import { WORKS } from './works/index.js';
import type { Bench, Outcome } from './works/work.js';
import { writeResult } from './write-result.js';

const ANIMALS = 10_000;

const ids = WORKS.map(({ id }) => id);
const options = readCommandLine();
if (options === 'help') {
  console.log(HELP + ids.join(', '));
  process.exit();
}
const { only, contestants } = options;
const works = WORKS.filter(({ id }) => only === undefined || only.includes(id));
const machine = describeMachine();
const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const progress = (line: string) => console.error(line);
progress(`making ${ANIMALS} animals`);
const seeded = seed(join(folder, 'seed.db'), ANIMALS);
const loader = new Loader();
const outcomes: Outcome[] = [];
const skipped: { id: string; reason: string }[] = [];

const fleet: Server[] = [];
if (works.some(({ onFleet }) => onFleet)) {
  for (const name of contestants) {
    const server = await startServer(name, copyOf(seeded, join(folder, `${name}.db`)));
    progress(`${name} answers after ${server.startMs.toFixed(0)} ms`);
    fleet.push(server);
  }
  await verify(fleet);
  progress('all give the same answers');
}
const bench: Bench = { options, folder, seeded, loader, fleet, progress };
for (const work of works.filter(({ onFleet }) => onFleet)) await run(work);
await Promise.all(fleet.map((server) => server.stop()));
for (const work of works.filter(({ onFleet }) => !onFleet)) await run(work);
loader.close();
killServers();

const result = { machine, options, outcomes, skipped };
console.log(formatResult(result));
if (options.write) writeResult(result);

function readCommandLine() {
  try {
    return readOptions(process.argv.slice(2), ids);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

async function run({ id, title, run: measure }: (typeof works)[number]): Promise<void> {
  progress(`-- ${id}: ${title}`);
  const outcome = await measure(bench).catch((error: unknown) => {
    process.exitCode = 1; // the other works are worth having all the same
    return error instanceof Error ? error.message : String(error);
  });
  if (typeof outcome === 'string') {
    progress(`skipped: ${outcome}`);
    skipped.push({ id, reason: outcome });
  } else {
    outcomes.push(outcome);
  }
}
