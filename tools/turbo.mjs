// Turbo without telemetry, after the build of the SQLite driver: `node tools/turbo.mjs TASK...`. The output of tests is shown as
// it comes; that of other tasks only if they fail.
import { spawnSync } from 'node:child_process';

const tasks = process.argv.slice(2);
const output = tasks.some((task) => task.startsWith('test'))
  ? ['--concurrency=1', '--output-logs=new-only', '--log-order=stream']
  : ['--output-logs=errors-only'];
run(process.execPath, 'apps/server/sqlite-driver/ensure.js');
if (!process.exitCode) run('turbo', 'run', ...tasks, ...output, '--log-prefix=none');

function run(command, ...args) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' };
  process.exitCode = spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
}
