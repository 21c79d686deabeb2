// A contract of several files: an edit of any of them rebuilds, and the server serves them as one document.
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';

const FILE = 'schemas/status.yaml';

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
  const contract = await tree.read('openapi.yaml');
  const block = /^ {4}PetStatus:\n(?: {6}.*\n|\n)+/m.exec(contract)?.[0] ?? '';
  const references = /#\/components\/schemas\/PetStatus/g;
  await tree.write(
    'openapi.yaml',
    contract.replace(block, '').replaceAll(references, `./${FILE}#/PetStatus`),
  );
  await tree.write(FILE, block.replaceAll(/^ {4}/gm, ''));
});
afterAll(() => tree.remove());

/** The number of tasks of the build that came from the cache, and of all. */
async function build(): Promise<[cached: number, total: number]> {
  const { output, exitCode } = await tree.run(
    '.',
    'turbo',
    'run',
    'build',
    '--output-logs=errors-only',
  );
  if (exitCode !== 0) throw new Error(output);
  const [, cached, total] = /Cached: +(\d+) cached, (\d+) total/.exec(output) ?? [];
  return [Number(cached), Number(total)];
}

test('when a file of the contract is edited, then the next build follows it, and the one after comes from the cache', async () => {
  const [, total] = await build();
  expect(await build()).toEqual([total, total]);

  const text = await tree.read(FILE);
  await tree.write(FILE, `${text.trimEnd()}\n    - lost\n`);
  const [cached] = await build();
  expect(cached).toBe(0);
  expect(await tree.read('packages/contract/generated/types.ts')).toMatch(/PetStatus: .*"lost"/);
  expect(await build()).toEqual([total, total]);
});

test('when the server starts, then its document has the files as components, and requests are validated with them', async () => {
  await build();
  const { url, key } = await tree.start();
  const document = await (await fetch(new URL('/openapi.json', url))).text();
  expect(document).not.toMatch(/"\$ref": ?"[^#]/);
  expect(JSON.parse(document)).toHaveProperty('components.schemas.PetStatus.enum');
  const response = await fetch(`${url}/pets?status=nope`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(400);
});
