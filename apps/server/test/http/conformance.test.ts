// The server against the conformance vectors, which the mock of the SDK has to pass too.
import { runVector, vectorsOf } from '@animal-store/contract/conformance';
import { document } from '@animal-store/contract/document';
import { expectError } from '../support/expect-error.js';
import { readContract } from '../support/read-contract.js';
import { useServer } from '../support/use-server.js';
import { expectValidResponse } from '../support/validate-response.js';
import { prepareSubject } from '../support/vector-subject.js';

const contract = readContract(document);

const server = useServer();
const vectors = vectorsOf('server').map((vector) => [vector.name, vector] as const);

test.each(vectors)('%s', async (_, vector) => {
  const subject = await prepareSubject(server, vector);
  const differences = await runVector(vector, subject, (reply, { method, path }) => {
    const json = reply.text === '' ? undefined : JSON.parse(reply.text);
    expectValidResponse(contract, method, path, { ...reply, json });
    if (reply.status >= 400 && json !== undefined) expectError(reply, reply.status, json.code);
  });
  expect(differences).toEqual([]);
});
