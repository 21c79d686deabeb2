// The constructs of OpenAPI that are refused (test/cases/refused), each by `spec lint` and by the generator, which every build and start runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatProblem } from '@animal-store/spec';
import { generate } from '@animal-store/spec/generate';
import { lintContract } from '../../src/lint/lint-contract.js';
import { withTemporaryFolder } from '../../src/temporary-folder.js';
import { REFUSED_FILES, readCases } from '../support/cases.js';
import { edited, lineOf, write } from '../support/edit-contract.js';

test.each(REFUSED_FILES.flatMap(readCases))(
  'when the contract has $name, then lint and generate refuse it with its line and a reason',
  async ({ edit, at, says }) => {
    const text = await edited(edit);
    const position = new RegExp(`^openapi\\.yaml:${lineOf(text, at)}:\\d+ `);
    await withTemporaryFolder(async (folder) => {
      const file = await write(folder, 'openapi.yaml', text);
      const generated = join(folder, 'generated');
      const { problems: refusals } = await generate(file, generated);
      expect(existsSync(generated)).toBe(false);
      const [refusal = refusals.join('\n')] = refusals.filter((line) => says.test(line));
      expect(refusal).toMatch(position);
      expect(refusal).toMatch(says);
      const problems = await lintContract(file, '2026-11-20');
      const lines = problems.map((problem) => formatProblem({ ...problem, file: 'openapi.yaml' }));
      expect(lines).toContain(refusal);
    });
  },
);
