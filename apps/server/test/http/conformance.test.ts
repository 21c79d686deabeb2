// The server against the conformance vectors, which the mock of the SDK has to pass too.
import { document } from '@animal-store/contract';
import { runVector, type Subject, vectors } from '@animal-store/contract/conformance';
import { expectError } from '../support/expect-error.js';
import { readContract } from '../support/read-contract.js';
import { startServer, type TestServer } from '../support/start-server.js';
import { expectValidResponse } from '../support/validate-response.js';

const contract = readContract(document);

const ENOUGH = { perMinute: 1_000_000, perDay: 10_000_000 };

let server: TestServer;
afterEach(() => server.close());

test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
  const { pets = [], orders = [], quota = ENOUGH } = vector;
  server = await startServer();
  for (const pet of pets) await server.store.pets.insert(pet);
  await server.store.orders.put(orders);
  const live = await server.issueKey('enterprise', quota);
  const other = await server.issueKey('enterprise', quota);
  const publishable = await server.issueKey('enterprise', quota, {
    isReadOnly: true,
    isPublishable: true,
    origins: ['https://app.example'],
  });
  const subject: Subject = {
    baseUrl: `${server.url}${contract.basePath}`,
    keys: {
      live: live.key,
      other: other.key,
      publishable: publishable.key,
      invalid: 'as_live_invalid',
    },
    fetch,
    advance: (seconds) => server.advanceTime(seconds * 1000),
  };
  const differences = await runVector(vector, subject, (reply, { method, path }) => {
    const json = reply.text === '' ? undefined : JSON.parse(reply.text);
    expectValidResponse(contract, method, path, { ...reply, json });
    if (reply.status >= 400 && json !== undefined) expectError(reply, reply.status, json.code);
  });
  expect(differences).toEqual([]);
});
