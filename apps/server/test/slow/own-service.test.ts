// The page docs/your-own-service.md, followed word by word in a copy of the repository.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { freePort } from '../support/free-port.js';
import { readRepositoryFile } from '../support/repository.js';

/** A fenced block: its language, the file that it is, or is added to, and its lines. */
const BLOCK = /^```(\w+)(?: (>> )?(\S+))?\n([\s\S]*?)^```$/gm;
const PAGE = readRepositoryFile('docs/your-own-service.md');

jest.setTimeout(600_000);

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
});
afterAll(() => tree?.remove());

/** The page as two scripts of bash, for two terminals: blocks with a file are written to it. */
function toScripts(page: string, port: number): string[] {
  const steps = Array.from(page.matchAll(BLOCK), ([, , append, file, text = '']) =>
    file === undefined
      ? text
      : `cat ${append ? '>>' : '>'} ${file} <<'END_OF_FILE'\n${text}END_OF_FILE\n`,
  );
  const call = steps.pop() ?? '';
  return [steps.join('\n'), call].map((script) =>
    `set -e\n${script}`.replaceAll('4000', `${port}`),
  );
}

test('the page has at most 120 lines', () => {
  expect(PAGE.split('\n').length - 1).toBeLessThanOrEqual(120);
});

test('when the page is followed in an empty folder, then the service answers its first call', async () => {
  await tree.run('.', 'turbo', 'run', 'build', '--output-logs=errors-only');
  const [serve = '', call = ''] = toScripts(PAGE, await freePort());
  // In a process group of its own, which is ended with the server that the page starts.
  const server = spawn('bash', ['-c', serve], { cwd: tree.folder, detached: true, stdio: 'pipe' });
  try {
    await outputOf(server, /"msg":"listening"/);
    const second = spawn('bash', ['-c', call], { cwd: join(tree.folder, 'examples/films') });
    expect(await outputOf(second)).toContain('{"id":1,"title":"Metropolis"}');
  } finally {
    process.kill(-Number(server.pid), 'SIGTERM');
  }
});

/** @param end Resolves when it is printed; by default at the process' end. @throws an Error if the process fails. */
function outputOf(child: ChildProcess, end?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (end?.test(output)) resolve(output);
      });
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(output));
    });
  });
}
