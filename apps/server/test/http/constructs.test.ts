// Every construct that a contract may have, by the cases in support/grown-contract, which the slow suite sends to a built service.
import { document } from '@animal-store/contract';
import { growContract } from '../support/grown-contract/grow-contract.js';
import { grownHandlers } from '../support/grown-contract/handlers.js';
import { CONSTRUCTS, HTTP_CASES } from '../support/grown-contract/http-cases.js';
import { sendCase } from '../support/grown-contract/send-case.js';
import type { RawResponse } from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';
import { startServer, type TestServer } from '../support/start-server.js';
import { expectValidResponse } from '../support/validate-response.js';

/** These need a stored resource, which only the built service has. */
const STORED = ['Idempotency-Key', 'update, delete'];
/** Its parameter is at the path, from where the generator moves it to the operations. */
const HOISTED = 'DELETE /growth/accounts/0x10';
/** The part of the request in which each error is. */
const PLACES = new Map([
  ['lists in a query', 'query'],
  ['booleans, numbers, dates, enums, null in a query', 'query'],
  ['headers', 'header'],
]);

let server: TestServer;
let grown = document;
beforeAll(async () => {
  server = await startServer({
    edit: (contract) => {
      growContract(contract);
      grown = contract;
    },
    handlers: grownHandlers,
  });
});
afterAll(() => server.close());

test.each(CONSTRUCTS.filter((construct) => !STORED.includes(construct)))(
  'when a contract has %s, then each case has its reply',
  async (construct) => {
    const contract = readContract(grown);
    const cases = HTTP_CASES.filter(
      (one) => one.construct === construct && one.request !== HOISTED,
    );
    for (const one of cases) {
      const [method = '', path = ''] = one.request.split(' ');
      const check = (reply: RawResponse) => {
        const json = reply.text === '' ? undefined : JSON.parse(reply.text);
        expectValidResponse(contract, method, path, { ...reply, json });
        for (const { in: place } of json?.details ?? [])
          expect(place).toBe(PLACES.get(construct) ?? place);
      };
      // the second GET is from the validation cache
      for (let time = 0; time < (method === 'GET' ? 2 : 1); time += 1)
        expect((await sendCase(server, one, check)).problem).toBeUndefined();
    }
    expect(cases.length).toBeGreaterThan(1);
  },
);
