// The page docs/your-own-service.md, followed word by word in a copy of the repository.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { freePort } from '../support/free-port.js';
import { REPOSITORY } from '../support/spawn-cli.js';

/** A fenced block: its language, the file that it is, or is added to, and its lines. */
const BLOCK = /^```(\w+)(?: (>> )?(\S+))?\n([\s\S]*?)^```$/gm;
const PAGE = readFileSync(join(REPOSITORY, 'docs/your-own-service.md'), 'utf8');

jest.setTimeout(600_000);

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
});
afterAll(() => tree?.remove());

/** The page as a script of bash: blocks with a file are written to it. */
function toScript(page: string, port: number): string {
  const steps = Array.from(page.matchAll(BLOCK), ([, , append, file, text = '']) =>
    file === undefined
      ? text
      : `cat ${append ? '>>' : '>'} ${file} <<'END_OF_FILE'\n${text}END_OF_FILE\n`,
  );
  return ['set -e', ...steps].join('\n').replaceAll('4000', `${port}`);
}

test('the page has at most 120 lines', () => {
  expect(PAGE.split('\n').length - 1).toBeLessThanOrEqual(120);
});

test('when the page is followed in an empty folder, then the service answers its first call', async () => {
  const script = join(tree.folder, 'follow.sh');
  writeFileSync(script, toScript(PAGE, await freePort()));
  await tree.run('.', 'turbo', 'run', 'build', '--output-logs=errors-only');
  // In a process group of its own, which is ended with the server that the page starts in the background.
  const bash = spawn('bash', [script], { cwd: tree.folder, detached: true, stdio: 'pipe' });
  const output = collect(bash.stdout, bash.stderr);
  const [exitCode] = await once(bash, 'exit');
  process.kill(-Number(bash.pid), 'SIGTERM');
  expect(output.join('')).toContain('{"id":1,"title":"Metropolis"}');
  expect(exitCode).toBe(0);
});

function collect(...streams: readonly Readable[]): string[] {
  const chunks: string[] = [];
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
  return chunks;
}
