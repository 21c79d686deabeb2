// The constructs of OpenAPI in an editor: the YAML language server, which editors run, marks what contract.schema.yaml refuses.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { lintContract } from '../../src/lint/lint-contract.js';
import { withTemporaryFolder } from '../../src/temporary-folder.js';
import { REFUSED_FILES, readCases } from '../support/cases.js';
import { edited, write } from '../support/edit-contract.js';

const SCHEMA = new URL('../../../spec/contract.schema.yaml', import.meta.url).href;
const TOOLS = fileURLToPath(new URL('../../../../tools/', import.meta.url));
/** The language server has no `format: date`: a day that no calendar has is not marked. */
const UNMARKED = ['a deprecation date of a parameter that does not exist'];

let validate: (text: string) => Promise<{ message: string }[]>;

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', '--prefix', TOOLS, 'setup', 'editor']);
  const load = createRequire(`${TOOLS}editor/`);
  const { TextDocument } = load('vscode-languageserver-textdocument');
  const service = load('yaml-language-server').getLanguageService({
    schemaRequestService: (url: string) => readFile(fileURLToPath(url), 'utf8'),
    workspaceContext: {},
  });
  service.configure({ validate: true, yamlVersion: '1.2' });
  let version = 0; // an unchanged version would have the marks of the text before
  validate = (text) => {
    const head = `# yaml-language-server: $schema=${SCHEMA}\n`;
    version += 1;
    const file = TextDocument.create('file:///openapi.yaml', 'yaml', version, head + text);
    return service.doValidation(file, false);
  };
});

test.each(readCases('served.yaml'))(
  'when the contract has $name, then an editor marks nothing',
  async ({ edit }) => {
    expect(await validate(await edited(edit))).toEqual([]);
  },
);

test('when the schema refuses a construct, then an editor marks it', async () => {
  const unmarked: string[] = [];
  for (const { name, edit } of REFUSED_FILES.flatMap(readCases)) {
    const text = await edited(edit);
    const isRefused = await withTemporaryFolder(async (folder) => {
      const problems = await lintContract(await write(folder, 'openapi.yaml', text), '2026-11-20');
      return problems.some(({ rule }) => rule === 'animal-store/contract-schema');
    });
    if (isRefused && (await validate(text)).length === 0) unmarked.push(name);
  }
  expect(unmarked).toEqual(UNMARKED);
});
