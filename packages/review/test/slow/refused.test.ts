// The constructs of OpenAPI that are refused, each by `spec:lint` and by the generator, which every build and start runs.
// PRINT_TABLE=1 prints the table.
import { bundleContract, formatProblem } from '@animal-store/openapi-tools';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { lintContract } from '../../src/lint/lint-contract.js';
import { edited, withFolder, write } from '../support/edit-contract.js';
import { REFUSED_CASES } from '../support/refused-cases/index.js';

const table: string[] = [];
afterAll(() => {
  if (process.env.PRINT_TABLE) process.stdout.write(`${table.join('\n')}\n`);
});

test.each(REFUSED_CASES.map((row) => [row.construct, row] as const))(
  'when the contract has %s, then lint and generate refuse it with its line and a reason',
  async (construct, { edit, at, says }) => {
    const text = await edited(edit);
    const position = new RegExp(`^openapi\\.yaml:${lineOf(text, at)}:\\d+ `);
    await withFolder(async (folder) => {
      const file = await write(folder, 'openapi.yaml', text);
      const print = (problem: Parameters<typeof formatProblem>[0]) =>
        formatProblem({ ...problem, file: 'openapi.yaml' });
      const { bundle, problems } = await bundleContract(file);
      const refusals = problems.map(print);
      const [refusal = refusals.join('\n')] = refusals.filter((line) => says.test(line));
      expect(refusal).toMatch(position);
      expect(refusal).toMatch(says);
      expect(bundle).toBeUndefined();
      expect((await lintContract(file, '2026-11-20')).map(print)).toContain(refusal);
      table.push(`${construct}\n    ${refusal}`);
    });
  },
);

/** The line of a key of an object, or of an item of an array. */
function lineOf(text: string, path: string): number {
  const lineCounter = new LineCounter();
  const contract = parseDocument(text, { lineCounter });
  const keys = path.split(' ');
  const last = keys.at(-1) ?? '';
  const parent: unknown =
    keys.length === 1 ? contract.contents : contract.getIn(keys.slice(0, -1), true);
  let node: unknown;
  if (isMap(parent))
    node = parent.items.find(({ key }) => isScalar(key) && String(key.value) === last)?.key;
  else if (isSeq(parent)) node = parent.items[Number(last)];
  if (!isNode(node)) throw new Error(`the contract has no ${path}`);
  return lineCounter.linePos(node.range?.[0] ?? 0).line;
}
