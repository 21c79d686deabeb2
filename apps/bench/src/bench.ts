// `npm run bench`: load comparison of the animal store with other servers. Progress goes to stderr, the report to stdout.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBusy, readCpu, sharesBetween } from './cpu.js';
import { describeMachine } from './machine.js';
import { LoadGenerator } from './measure.js';
import { HELP, type Options, readOptions } from './options.js';
import { findDisturbances, formatReport } from './report/markdown.js';
import { writeReport } from './report/write.js';
import { SCENARIOS } from './scenarios/index.js';
import type { Bench, Scenario, ScenarioResult } from './scenarios/scenario.js';
import { copyDatabase, seed } from './seed.js';
import { killServers, type Server, startServer } from './server-process.js';
import { verify } from './verify/verify.js';

const ANIMALS = 10_000;
/** A scenario that other processes have disturbed is measured again, whatever it measured. */
const MAX_ATTEMPTS = 2;

const ids = SCENARIOS.map(({ id }) => id);
const options = readCommandLine();
const { only, serverNames } = options;
const scenarios = SCENARIOS.filter(({ id }) => only === undefined || only.includes(id));
const machine = await describeMachine();
if (isBusy(machine.cpuBefore)) console.error('the machine is busy');
const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const progress = (line: string) => console.error(line);
progress(`creating ${ANIMALS} animals`);
const store = seed(join(folder, 'seed.db'), ANIMALS);
const load = new LoadGenerator();
const results: ScenarioResult[] = [];
const skipped: { id: string; reason: string }[] = [];

const servers: Server[] = [];
if (scenarios.some(({ usesSharedServers }) => usesSharedServers)) {
  for (const name of serverNames) {
    const server = await startServer(name, copyDatabase(store, join(folder, `${name}.db`)));
    progress(`${name} started in ${server.startMs.toFixed(0)} ms`);
    servers.push(server);
  }
  await verify(servers);
  progress('all servers return the same responses');
}
const bench: Bench = { options, folder, store, load, servers, progress };
const waiting = new Set(scenarios);
for (const scenario of scenarios.filter((each) => each.usesSharedServers)) await run(scenario);
await Promise.all(servers.map((server) => server.stop()));
for (const scenario of scenarios.filter((each) => !each.usesSharedServers)) await run(scenario);
load.close();
killServers();

const report = { machine, options, results, skipped };
console.log(formatReport(report));
if (options.write) {
  const disturbances = findDisturbances(report);
  if (disturbances.length === 0) writeReport(report);
  else {
    console.error(`not written, because the machine was busy: ${disturbances.join(', ')}`);
    process.exitCode = 1;
  }
}

function readCommandLine(): Options {
  try {
    const read = readOptions(process.argv.slice(2), ids);
    if (read !== 'help') return read;
    console.log(HELP + ids.join(', '));
    process.exit();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

async function run(scenario: Scenario): Promise<void> {
  const { id, title, services } = scenario;
  const seconds = [...waiting].reduce((sum, each) => sum + each.estimateSeconds(options), 0);
  progress(`-- ${id}: ${title} (about ${Math.ceil(seconds / 60)} min left)`);
  waiting.delete(scenario);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const before = readCpu(services);
    const result = await scenario.run(bench).catch((error: unknown) => {
      process.exitCode = 1; // the other scenarios still run
      return error instanceof Error ? error.message : String(error);
    });
    const cpu = sharesBetween(before, readCpu(services));
    if (typeof result === 'string') {
      progress(`skipped: ${result}`);
      skipped.push({ id, reason: result });
      return;
    }
    progress(`other processes used ${(cpu.foreign * 100).toFixed(1)} % of the CPU time`);
    if (isBusy(cpu) && attempt < MAX_ATTEMPTS) {
      progress('that was too much: measuring again');
      continue;
    }
    results.push({ id, title, ...result, cpu });
    return;
  }
}
