// The server against the conformance vectors. Those that the mock has to pass too are of no table's rule, as the mock knows none.
import { runVector, vectorsOf } from '@animal-store/contract/conformance';
import { document } from '@animal-store/contract/document';
import { shop } from '../../src/shop.js';
import { expectError } from '../support/expect-error.js';
import { startServer, type TestServer } from '../support/start-server.js';
import { expectValidResponse } from '../support/validate-response.js';
import { prepareSubject } from '../support/vector-subject.js';

const contract = { ...shop.contract, document };
const vectors = vectorsOf('server').map((vector) => [vector.name, vector] as const);

let server: TestServer;
afterEach(() => server.close());

test.each(vectors)('%s', async (_, vector) => {
  server = await startServer(vector.only === 'server' ? { schema: shop.schema } : {});
  const subject = await prepareSubject(server, vector);
  const differences = await runVector(vector, subject, (reply, { method, path }) => {
    const json = reply.text === '' ? undefined : JSON.parse(reply.text);
    expectValidResponse(contract, method, path, { ...reply, json });
    if (reply.status >= 400 && json !== undefined) expectError(reply, reply.status, json.code);
  });
  expect(differences).toEqual([]);
});
