// Code samples of the reference page, sent to the server: curl commands, and calls of the SDK as one program. That they compile:
// slow/grown-contract.test.ts.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { document } from '@animal-store/contract/document';
import { BASE_URL } from '@animal-store/core/docs-files';
import { ANIMAL_STORE, renderQuickStart, renderSamples } from '@animal-store/reference';
import * as sdk from '@animal-store/sdk';
import { readContract } from '@animal-store/spec/model';
import { transformSync } from '@swc/core';
import { operationIds } from '../../support/contract-values.js';
import { describeIfTool } from '../../support/describe-if-tool.js';
import { growContract } from '../../support/grown-contract/grow-contract.js';
import { grownHandlers } from '../../support/grown-contract/handlers.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

const baseUrl = () => `${server.url}/v1`;
/** The animal of the samples, so that it can be retrieved. */
const json = { name: 'Hambone', categoryId: 1, status: 'available' };
const addPet = () => server.call('/pets', { method: 'POST', json });
/** Those that remove objects last. */
const sort = (samples: ReturnType<typeof renderSamples>) =>
  [false, true].flatMap((isLast) =>
    [...samples].filter(([, { curl }]) => curl.includes('-X DELETE') === isLast),
  );

describeIfTool('curl')('curl', () => {
  async function run({ curl }: { curl: string }): Promise<string> {
    const command = `${curl.replaceAll(BASE_URL, baseUrl())} -sS -w ' %{http_code}'`;
    const env = { ...process.env, ANIMAL_STORE_KEY: server.key };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    return stdout;
  }

  test('when a contract has every construct, then the sample of each operation is a valid request', async () => {
    let grown = document;
    server = await startServer({
      edit: (contract) => {
        growContract(contract);
        grown = contract;
      },
      handlers: grownHandlers,
    });
    await addPet();
    const samples = renderSamples(readContract(grown), ANIMAL_STORE);
    expect(samples.size).toBeGreaterThan(operationIds().length);
    for (const [id, sample] of sort(samples)) {
      const reply = await run(sample);
      expect([id, reply]).toEqual([id, expect.stringMatching(/ 2\d\d$/)]);
    }
  });
});

describe('SDK', () => {
  const contract = readContract(document);
  const samples = sort(renderSamples(contract, ANIMAL_STORE)).map(([, sample]) => sample);

  beforeEach(async () => {
    server = await startServer();
    await addPet();
  });

  test.each(['sdk', 'fetch'] as const)(
    'when the samples for %s run, then each prints what the server returned',
    async (language) => {
      const calls = samples.map((sample) => `{\n${sample[language]}\n}`);
      const body = [renderQuickStart(contract, ANIMAL_STORE), ...calls]
        .join('\n')
        .replace(/^import .*$/m, '')
        .replaceAll(BASE_URL, baseUrl());
      const { code } = transformSync(`async function run() {\n${body}\n}`, {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        isModule: false,
      });
      const printed: unknown[] = [];
      const console = { log: (value: unknown) => printed.push(value) };
      jest.spyOn(globalThis.console, 'warn').mockImplementation(); // of deprecated operations
      const process = { env: { ANIMAL_STORE_KEY: server.key } };
      await new Function('AnimalStore', 'console', 'process', `${code}\nreturn run();`)(
        sdk.AnimalStore,
        console,
        process,
      );
      expect(printed.length).toBeGreaterThanOrEqual(calls.join('').split('console.log').length - 1);
      expect(printed).toContainEqual({ id: 1, ...json });
    },
  );
});
