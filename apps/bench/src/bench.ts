// `npm run bench`: load comparison of the animal store with other servers. Progress goes to stderr, the report to stdout.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from './machine.js';
import { LoadGenerator } from './measure.js';
import { HELP, readOptions } from './options.js';
import { formatReport } from './report/markdown.js';
import { writeReport } from './report/write.js';
import { SCENARIOS } from './scenarios/index.js';
import type { Bench, Scenario, ScenarioResult } from './scenarios/scenario.js';
import { copyDatabase, seed } from './seed.js';
import { killServers, type Server, startServer } from './server-process.js';
import { verify } from './verify.js';

const ANIMALS = 10_000;

const ids = SCENARIOS.map(({ id }) => id);
const options = readCommandLine();
if (options === 'help') {
  console.log(HELP + ids.join(', '));
  process.exit();
}
const { only, serverNames } = options;
const scenarios = SCENARIOS.filter(({ id }) => only === undefined || only.includes(id));
const machine = describeMachine();
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
for (const scenario of scenarios.filter((each) => each.usesSharedServers)) await run(scenario);
await Promise.all(servers.map((server) => server.stop()));
for (const scenario of scenarios.filter((each) => !each.usesSharedServers)) await run(scenario);
load.close();
killServers();

const report = { machine, options, results, skipped };
console.log(formatReport(report));
if (options.write) writeReport(report);

function readCommandLine() {
  try {
    return readOptions(process.argv.slice(2), ids);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

async function run(scenario: Scenario): Promise<void> {
  const { id, title } = scenario;
  progress(`-- ${id}: ${title}`);
  const result = await scenario.run(bench).catch((error: unknown) => {
    process.exitCode = 1; // the other scenarios still run
    return error instanceof Error ? error.message : String(error);
  });
  if (typeof result === 'string') {
    progress(`skipped: ${result}`);
    skipped.push({ id, reason: result });
  } else {
    results.push({ id, title, ...result });
  }
}
