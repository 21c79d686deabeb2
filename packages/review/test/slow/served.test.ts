// The constructs of OpenAPI that are served: neither `spec lint` nor the generator refuses them.
import { join } from 'node:path';
import { formatProblem } from '@animal-store/spec';
import { generate } from '@animal-store/spec/generate';
import { lintContract } from '../../src/lint/lint-contract.js';
import { withTemporaryFolder } from '../../src/temporary-folder.js';
import { readCases } from '../support/cases.js';
import { edited, write } from '../support/edit-contract.js';

test.each(readCases('served.yaml'))(
  'when the contract has $name, then it is not refused',
  async ({ edit }) => {
    const text = await edited(edit);
    await withTemporaryFolder(async (folder) => {
      const file = await write(folder, 'openapi.yaml', text);
      expect((await generate(file, join(folder, 'generated'))).problems).toEqual([]);
      expect((await lintContract(file, '2026-11-20')).map(formatProblem)).toEqual([]);
    });
  },
);
