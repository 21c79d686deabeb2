// `npm run bench`: load comparison of the animal store with a floor and with Fastify. Progress goes to stderr, the report to stdout.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, isBusy, sampleOthers, shareBetween } from './machine.js';
import { LoadGenerator } from './measure.js';
import { measurePostgres } from './postgres.js';
import { formatReport, type Result } from './report.js';
import {
  type Bench,
  type Measured,
  measureMemory,
  measureRefusals,
  measureStarts,
  measureWork,
} from './scenarios.js';
import { copyDatabase, seed } from './seed.js';
import { killServers, type Server, startServer } from './server-process.js';
import { ON_SQLITE } from './servers.js';
import { verify } from './verify.js';
import { ANIMALS, WORK_NAMES } from './works.js';

type Scenario = (bench: Bench) => Promise<Measured>;

const HELP = `npm run bench -- [--only list,get,…] [--quick] [--write]
  --only   these scenarios only
  --quick  short rounds, and a tenth of the requests for memory
  --write  replaces the results in bench/README.md; whole runs on a quiet machine only`;
const README = join(import.meta.dirname, '../README.md');
const [BEGIN, END] = ['<!-- measured: npm run bench -- --write -->', '<!-- end -->'];
/** A scenario that other processes have disturbed is measured again, whatever it measured. */
const MAX_ATTEMPTS = 2;

/** While all servers run. */
const SHARED: Readonly<Record<string, Scenario>> = {
  ...Object.fromEntries(
    WORK_NAMES.map((name) => [name, (bench: Bench) => measureWork(name, bench)]),
  ),
  refused: measureRefusals,
};
const ALONE: Readonly<Record<string, Scenario>> = {
  start: measureStarts,
  memory: measureMemory,
  postgres: measurePostgres,
};

const { quick, write, only } = readOptions();
const isChosen = (name: string) => only === undefined || only.split(',').includes(name);
const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

console.error(`creating ${ANIMALS} animals`);
const store = seed(join(folder, 'seed.db'), ANIMALS);
const load = new LoadGenerator();
const [rounds, seconds] = quick ? [2, 1] : [7, 2];
const results: Result[] = [];

const servers: Server[] = [];
if (Object.keys(SHARED).some(isChosen)) {
  for (const name of ON_SQLITE)
    servers.push(await startServer(name, copyDatabase(store, join(folder, `${name}.db`))));
  await verify(servers);
  console.error('all servers return the same responses');
}
const bench: Bench = { rounds, seconds, isQuick: quick, folder, store, load, servers };
for (const [name, scenario] of Object.entries(SHARED)) await run(name, scenario);
await Promise.all(servers.map((server) => server.stop()));
for (const [name, scenario] of Object.entries(ALONE)) await run(name, scenario);
load.close();
killServers();

const head = `${describeMachine()}. Medians of ${rounds} rounds of ${seconds} s in turns, after one warm-up round`;
const report = formatReport(head, results);
console.log(report);
if (write && results.some(({ foreignShare }) => isBusy(foreignShare))) {
  console.error('not written, because the machine was busy');
  process.exitCode = 1;
} else if (write) {
  const before = readFileSync(README, 'utf8');
  const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  writeFileSync(README, `${before.slice(0, begin)}${BEGIN}\n\n${report}\n${before.slice(end)}`);
}

async function run(name: string, scenario: Scenario): Promise<void> {
  if (!isChosen(name)) return;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    console.error(`-- ${name}`);
    const services = name === 'postgres' ? ['postgres', 'redis-server'] : [];
    const before = sampleOthers(services);
    const result = await scenario(bench);
    const foreignShare = shareBetween(before, sampleOthers(services));
    if (isBusy(foreignShare) && attempt < MAX_ATTEMPTS) {
      console.error('other processes used too much CPU time: measuring again');
      continue;
    }
    results.push({ ...result, foreignShare });
    return;
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const known = [...Object.keys(SHARED), ...Object.keys(ALONE)];
  const unknown = values.only?.split(',').find((name) => !known.includes(name));
  if (values.help) {
    console.log(`${HELP}\nScenarios: ${known.join(', ')}`);
    process.exit();
  }
  if (unknown !== undefined) throw new Error(`--only: "${unknown}" is unknown; see --help`);
  if (values.write && (values.quick || values.only !== undefined))
    throw new Error('--write records a whole run: leave out --quick and --only');
  return values;
}
