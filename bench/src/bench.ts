// `npm run bench`: load comparison of the animal store with a floor and with Fastify. Progress goes to stderr, the report to stdout.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, MAX_FOREIGN_SHARE, observeOthers } from './machine.js';
import { formatReport, type Result } from './report.js';
import {
  type Bench,
  measureMemory,
  measurePostgres,
  measureRefusals,
  measureStarts,
  measureWork,
} from './scenarios.js';
import { copyStore, seed } from './seed.js';
import { SERVER_NAMES, type Server, startServer } from './servers.js';
import { verify } from './verify.js';
import { ANIMALS, WORK_NAMES } from './works.js';

type Scenario = (bench: Bench) => Promise<Result>;

const SCENARIOS = new Map<string, Scenario>([
  ...WORK_NAMES.map((name) => [name, (bench: Bench) => measureWork(name, bench)] as const),
  ['refused', measureRefusals],
  ['start', measureStarts],
  ['memory', measureMemory],
  ['postgres', measurePostgres],
]);
const NAMES = [...SCENARIOS.keys()].join(',');
const HELP = `npm run bench -- [--only ${NAMES}] [--quick]
  --only   these scenarios only
  --quick  short rounds, and a tenth of the requests for memory`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: NAMES },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const chosen = options.only.split(',');
if (options.help || !chosen.every((name) => SCENARIOS.has(name))) {
  console.error(HELP);
  process.exit(options.help ? 0 : 2);
}
const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const store = seed(join(folder, 'seed.db'), ANIMALS);
const servers: Server[] = [];
for (const name of SERVER_NAMES)
  servers.push(await startServer(name, copyStore(store, folder, name)));
await verify(servers);
console.error('all servers return the same responses');

const [rounds, duration] = options.quick ? [2, 1] : [7, 2];
const bench: Bench = { rounds, duration, isQuick: options.quick, folder, store, servers };
const results: Result[] = [];
let mostForeign = 0;
for (const [name, scenario] of SCENARIOS) {
  if (!chosen.includes(name)) continue;
  let measured = await observe(name, scenario);
  if (measured.foreignShare > MAX_FOREIGN_SHARE) {
    console.error('other processes used too much CPU time: measuring again');
    measured = await observe(name, scenario);
  }
  mostForeign = Math.max(mostForeign, measured.foreignShare);
  results.push(measured.result);
}
await Promise.all(servers.map((server) => server.stop()));

const head = `${describeMachine()}. Medians of ${rounds} rounds of ${duration} s in turns, after one warm-up round. Load generator and servers share the machine. Other processes used at most ${(mostForeign * 100).toFixed(1)} % of the CPU time.`;
console.log(formatReport(head, results));
if (mostForeign > MAX_FOREIGN_SHARE) {
  console.error('the machine was busy: do not use these results');
  process.exitCode = 1;
}

async function observe(name: string, scenario: Scenario) {
  console.error(`-- ${name}`);
  const shareOfOthers = observeOthers(name === 'postgres' ? ['postgres', 'redis-server'] : []);
  const result = await scenario(bench);
  return { result, foreignShare: shareOfOthers() };
}
