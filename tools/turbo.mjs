// Turbo without telemetry, after the build of the SQLite driver: `node tools/turbo.mjs TASK... [-- ARGUMENT...]`. The output of
// tests is shown as it comes; that of other tasks only if they fail. Two workspaces are tested at once, because the server's
// tests wait often; the other suites load the machine themselves.
import { run } from './run.mjs';

process.env.TURBO_TELEMETRY_DISABLED = '1';
const tasks = process.argv.slice(2);
const output = tasks.some((task) => task.startsWith('test'))
  ? [
      `--concurrency=${tasks.includes('test') ? 2 : 1}`,
      '--output-logs=new-only',
      '--log-order=stream',
    ]
  : ['--output-logs=errors-only'];

const needsDriver = tasks[0] !== 'typecheck' || tasks.length > 1;
if (needsDriver) run(process.execPath, 'packages/engine/sqlite-driver/ensure.js');
if (!process.exitCode) run('turbo', 'run', ...output, '--log-prefix=none', ...tasks);
